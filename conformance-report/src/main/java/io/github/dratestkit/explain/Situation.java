package io.github.dratestkit.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.ClusterConfig;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.RuntimeConfig;
import io.github.dratestkit.apiserver.client.InProcess;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Manifests;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What exists: nodes, devices, classes and claims, from files or from a cluster. */
public record Situation(
    FeatureSet features,
    List<Node> nodes,
    List<ResourceSlice> slices,
    List<DeviceClass> classes,
    List<ResourceClaim> claims) {

  private static final List<String> EVERY_VERSION = List.of("api/all=true");

  public Situation {
    nodes = List.copyOf(nodes);
    slices = List.copyOf(slices);
    classes = List.copyOf(classes);
    claims = List.copyOf(claims);
  }

  /**
   * Reads the objects of files, as the server would accept them.
   *
   * @throws io.github.dratestkit.apiserver.manifest.ManifestException if a file cannot be read or
   *     the server would refuse an object of it
   */
  public static Situation ofFiles(
      List<Path> files, KubernetesVersion version, Map<String, Boolean> gates) {
    List<Manifest> manifests = new ArrayList<>();
    files.forEach(file -> manifests.addAll(Manifests.read(file)));
    ClusterConfig config =
        ClusterConfig.builder(version).featureGates(gates).runtimeConfig(EVERY_VERSION).build();
    try (FakeApiServer server = FakeApiServer.start(config);
        KubernetesClient client = InProcess.client(server.handler())) {
      Catalog catalog = Catalog.of(server.features(), RuntimeConfig.parse(EVERY_VERSION));
      ManifestLoader loader = new ManifestLoader(server.handler(), catalog);
      // What a namespace is like decides whether its claims are taken.
      manifests.stream().filter(Situation::isNamespace).forEach(loader::load);
      manifests.stream().filter(manifest -> !isNamespace(manifest)).forEach(loader::load);
      return of(client, server.features());
    }
  }

  private static boolean isNamespace(Manifest manifest) {
    return manifest.kind().equals(new GroupVersionKind("", "v1", "Namespace"));
  }

  /** Reads everything from a server. */
  public static Situation of(KubernetesClient client, FeatureSet features) {
    List<ResourceSlice> slices = client.resources(ResourceSlice.class).list().getItems();
    return new Situation(
        features,
        withNodesOf(slices, client.nodes().list().getItems()),
        slices,
        client.resources(DeviceClass.class).list().getItems(),
        client.resources(ResourceClaim.class).inAnyNamespace().list().getItems());
  }

  // Files often have slices and no nodes: a node is then what the slices say of it, its name.
  private static List<Node> withNodesOf(List<ResourceSlice> slices, List<Node> nodes) {
    Map<String, Node> byName = new TreeMap<>();
    nodes.forEach(node -> byName.put(node.getMetadata().getName(), node));
    Set<String> named = new TreeSet<>();
    for (ResourceSlice slice : slices) {
      if (slice.getSpec().getNodeName() != null) {
        named.add(slice.getSpec().getNodeName());
      }
    }
    if (named.isEmpty() && byName.isEmpty()) {
      named.add("any-node");
    }
    named.forEach(name -> byName.computeIfAbsent(name, Situation::bareNode));
    return List.copyOf(byName.values());
  }

  private static Node bareNode(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("kubernetes.io/hostname", name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .endStatus()
        .build();
  }
}
