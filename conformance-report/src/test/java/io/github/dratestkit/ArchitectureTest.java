package io.github.dratestkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;

/** The arrows and walls of the design. A test here that fails says which wall was broken. */
@AnalyzeClasses(packages = "io.github.dratestkit", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String HOUSE = "io.github.dratestkit.";

  @ArchTest
  static final ArchRule modules_point_one_way =
      Architectures.layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("allocator")
          .definedBy(HOUSE + "allocator..")
          .layer("server")
          .definedBy(HOUSE + "apiserver..", HOUSE + "controlplane..")
          .layer("drivers")
          .definedBy(HOUSE + "drivers..", HOUSE + "fleet..")
          .layer("features")
          .definedBy(HOUSE + "features..")
          .layer("report")
          .definedBy(HOUSE + "report..", HOUSE + "cli..")
          .withOptionalLayers(true)
          .whereLayer("report")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("features")
          .mayOnlyBeAccessedByLayers("report")
          .whereLayer("drivers")
          .mayOnlyBeAccessedByLayers("features", "report")
          .whereLayer("server")
          .mayOnlyBeAccessedByLayers("drivers", "features", "report");

  @ArchTest
  static final ArchRule the_allocator_knows_no_server_no_trees_and_no_clock =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "allocator..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net.http..",
              "tools.jackson.databind..",
              "io.fabric8.kubernetes.client..",
              "io.javalin..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.Instant.class, "now");

  @ArchTest
  static final ArchRule the_auditor_is_independent_of_the_search =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "allocator.audit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(HOUSE + "allocator.search..", HOUSE + "allocator.inventory..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule only_the_http_room_knows_javalin_and_jetty =
      noClasses()
          .that()
          .resideOutsideOfPackage(HOUSE + "apiserver.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..");

  @ArchTest
  static final ArchRule the_store_knows_no_annotations_and_no_http =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "apiserver.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "com.fasterxml.jackson.annotation..",
              "java.net.http..",
              HOUSE + "apiserver.http..",
              HOUSE + "apiserver.registry..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule loops_see_the_server_only_through_feeds_and_writes =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "controlplane..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              HOUSE + "apiserver.store..",
              HOUSE + "apiserver.registry..",
              HOUSE + "apiserver.http..",
              "io.javalin..");

  @ArchTest
  static final ArchRule loops_do_not_know_each_other =
      slices()
          .matching(HOUSE + "controlplane.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              com.tngtech.archunit.base.DescribedPredicate.alwaysTrue(),
              com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage(
                  HOUSE + "controlplane.common.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule packages_of_the_allocator_form_no_cycle =
      slices().matching(HOUSE + "allocator.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packages_of_the_server_form_no_cycle =
      slices().matching(HOUSE + "apiserver.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule only_the_command_line_knows_picocli =
      noClasses()
          .that()
          .resideOutsideOfPackage(HOUSE + "cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule specifications_know_no_rules_of_the_api =
      noClasses()
          .that()
          .resideInAPackage(HOUSE + "features.steps..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              HOUSE + "apiserver.resource..",
              HOUSE + "apiserver.registry..",
              HOUSE + "apiserver.store..");

  @ArchTest
  static final ArchRule nothing_is_called_a_manager_or_a_helper =
      classes()
          .that()
          .resideOutsideOfPackage(HOUSE + "apiserver.patch..")
          .should()
          .haveNameNotMatching(".*(Manager|Helper|Helpers|Util|Utils|Utility)")
          .because(
              "such a name says nothing; a field manager of server-side apply is Kubernetes' own");
}
