package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The addresses of a service (ValidateServiceClusterIPsRelatedFields, core, 1.37). */
final class ServiceAddresses {

  private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
  private static final List<String> POLICIES =
      List.of("PreferDualStack", "RequireDualStack", "SingleStack");

  private ServiceAddresses() {}

  static void check(Field spec, Field before) {
    if (ServiceTraits.is(spec, ServiceTraits.EXTERNAL_NAME)) {
      return;
    }
    Field all = spec.at("clusterIPs");
    Field first = spec.at("clusterIP");
    if (first.isEmpty()) {
      if (!all.isEmpty()) {
        all.invalid("must be empty when `clusterIP` is not specified");
      }
    } else if (all.isEmpty()) {
      all.required("");
    } else if (!all.item(0).text().equals(first.text())) {
      all.invalid("first value must match `clusterIP`");
    }
    Set<String> seen = new HashSet<>();
    for (Field family : spec.at("ipFamilies").items()) {
      family.oneOf(FAMILIES);
      if (!seen.add(family.text())) {
        family.duplicate();
      }
    }
    spec.at("ipFamilyPolicy").oneOfIfSet(POLICIES);
    if (areValid(all, before.at("clusterIPs").texts())) {
      families(spec, all);
    }
  }

  private static boolean areValid(Field all, List<String> before) {
    int faults = all.errors().size();
    List<Field> addresses = all.items();
    for (int i = 0; i < addresses.size(); i++) {
      boolean none = i == 0 && addresses.get(i).text().equals(ServiceTraits.NO_ADDRESS);
      if (!none) {
        Addresses.address(addresses.get(i), before);
      } else if (addresses.size() > 1) {
        all.invalid("'None' must be the first and only value");
      }
    }
    boolean valid = all.errors().size() == faults;
    if (addresses.size() > 2) {
      all.invalid("may only hold up to 2 values");
    }
    return valid;
  }

  private static void families(Field spec, Field all) {
    if (all.value().size() > 1 && !Addresses.areOfBothFamilies(all.texts())) {
      all.invalid("may specify no more than one IP for each IP family");
    }
    if (ServiceTraits.isHeadless(spec)) {
      return;
    }
    List<String> families = spec.at("ipFamilies").texts();
    List<Field> addresses = all.items();
    for (int i = 0; i < Math.min(addresses.size(), families.size()); i++) {
      boolean six = Addresses.isSix(addresses.get(i).text());
      String family = families.get(i);
      if (FAMILIES.contains(family) && six != family.equals("IPv6")) {
        addresses.get(i).invalid("expected an address of " + family);
      }
    }
  }

  /** What was given does not change (validateUpgradeDowngradeClusterIPs and IPFamilies). */
  static void checkUpdate(Field spec, Field before) {
    boolean named =
        ServiceTraits.is(spec, ServiceTraits.EXTERNAL_NAME)
            || ServiceTraits.is(before, ServiceTraits.EXTERNAL_NAME);
    boolean headless = ServiceTraits.isHeadless(spec);
    boolean wasHeadless = ServiceTraits.isHeadless(before);
    if (named || (headless && wasHeadless)) {
      return;
    }
    list(spec, before, "clusterIPs");
    if (headless == wasHeadless) {
      list(spec, before, "ipFamilies");
    }
  }

  private static void list(Field spec, Field before, String name) {
    Field list = spec.at(name);
    List<String> now = list.texts();
    List<String> then = before.at(name).texts();
    if (now.size() == then.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(then.get(i))) {
          int place = name.equals("clusterIPs") ? i : 0;
          list.named(list.path() + "[" + place + "]").invalid("may not change once set");
        }
      }
      return;
    }
    Field first = list.named(list.path() + "[0]");
    boolean released = then.size() > now.size();
    if (released && spec.at("clusterIPs").isEmpty()) {
      first.invalid("the primary one can not be unset");
    }
    if (!then.isEmpty() && !now.isEmpty() && !now.get(0).equals(then.get(0))) {
      first.invalid("may not change once set");
    }
    if (released && now.size() == 1 && !ServiceTraits.isSingleStack(spec)) {
      spec.at("ipFamilyPolicy").invalid("must be 'SingleStack' when releasing the secondary one");
    }
  }
}
