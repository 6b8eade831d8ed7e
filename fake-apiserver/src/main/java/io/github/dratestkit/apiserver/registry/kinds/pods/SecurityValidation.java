package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** As whom and how confined containers run (ValidateSecurityContext, core validation, 1.37). */
final class SecurityValidation {

  private static final List<String> PROFILES = List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final int LONGEST_PROFILE = 4_095;
  private static final int LONGEST_SYSCTL = 253;
  private static final Pattern SYSCTL =
      Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?");

  private SecurityValidation() {}

  static void pod(Field spec) {
    Field context = spec.at("securityContext");
    List.of("fsGroup", "runAsUser", "runAsGroup")
        .forEach(field -> Formats.identity(context.at(field)));
    context.at("supplementalGroups").items().forEach(Formats::identity);
    sysctls(context.at("sysctls"), spec);
    context.at("fsGroupChangePolicy").oneOfIfSet(List.of("Always", "OnRootMismatch"));
    seccomp(context.at("seccompProfile"));
    WindowsOptions.check(context.at("windowsOptions"));
    appArmor(context.at("appArmorProfile"));
    context.at("supplementalGroupsPolicy").oneOfIfSet(List.of("Merge", "Strict"));
    context.at("seLinuxChangePolicy").oneOfIfSet(List.of("MountOption", "Recursive"));
  }

  private static void sysctls(Field sysctls, Field spec) {
    Set<String> names = new HashSet<>();
    for (Field sysctl : sysctls.items()) {
      Field name = sysctl.at("name");
      if (name.isThere()) {
        if (name.text().length() > LONGEST_SYSCTL || !SYSCTL.matcher(name.text()).matches()) {
          name.invalid("must have at most 253 letters, digits, '-' and '_' between '.' or '/'");
        } else if (names.contains(name.text())) {
          name.duplicate();
        }
      }
      if (spec.at("hostNetwork").flag() && Sysctls.isOfNetwork(name.text())) {
        name.invalid("may not be specified when 'hostNetwork' is true");
      } else if (spec.at("hostIPC").flag() && Sysctls.isOfIpc(name.text())) {
        name.invalid("may not be specified when 'hostIPC' is true");
      }
      names.add(name.text());
    }
  }

  static void container(Field context, boolean hostUsers) {
    if (!context.isSet()) {
      return;
    }
    Formats.identity(context.at("runAsUser"));
    Formats.identity(context.at("runAsGroup"));
    Field mount = context.at("procMount");
    mount.oneOfIfSet(List.of("Default", "Unmasked"));
    if (hostUsers && mount.text().equals("Unmasked")) {
      mount.invalid("`hostUsers` must be false to use `Unmasked`");
    }
    seccomp(context.at("seccompProfile"));
    Field escalation = context.at("allowPrivilegeEscalation");
    if (escalation.isSet() && !escalation.flag()) {
      if (context.at("privileged").flag()) {
        context.invalid("not with `allowPrivilegeEscalation` false and `privileged` true");
      }
      if (context.at("capabilities", "add").texts().contains("CAP_SYS_ADMIN")) {
        context.invalid("not with `allowPrivilegeEscalation` false and CAP_SYS_ADMIN");
      }
    }
    WindowsOptions.check(context.at("windowsOptions"));
    appArmor(context.at("appArmorProfile"));
  }

  private static void seccomp(Field profile) {
    if (!profile.isSet()) {
      return;
    }
    profile.at("type").requiredOneOf(PROFILES);
    Field local = profile.at("localhostProfile");
    if (profile.at("type").text().equals("Localhost")) {
      if (local.isSet()) {
        Paths.descending(local);
      } else {
        local.required("must be set when seccomp type is Localhost");
      }
    } else if (local.isSet()) {
      local.invalid("can only be set when seccomp type is Localhost");
    }
  }

  private static void appArmor(Field profile) {
    if (!profile.isSet()) {
      return;
    }
    Field local = profile.at("localhostProfile");
    Field type = profile.at("type");
    type.requiredOneOf(PROFILES);
    if (type.text().equals("Localhost")) {
      if (!local.text().equals(local.text().strip())) {
        local.invalid("must not be padded with whitespace");
      } else if (local.isEmpty()) {
        local.required("must be set when AppArmor type is Localhost");
      }
      if (local.text().length() > LONGEST_PROFILE) {
        local.tooLong(LONGEST_PROFILE);
      }
    } else if (PROFILES.contains(type.text()) && local.isSet()) {
      local.invalid("can only be set when AppArmor type is Localhost");
    }
  }
}
