package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The sources of volumes that pods and persistent volumes have in common
 * (pkg/apis/core/validation/validation.go, 1.37).
 */
public final class VolumeSources {

  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");
  private static final int HIGHEST_BYTE = 255;
  private static final int LONGEST_PORTAL = 64;
  private static final int LONGEST_DRIVER = 63;
  private static final int LONGEST_TENANT = 64;
  private static final Map<String, Pattern> INITIATORS =
      Map.of(
          "iqn", Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([A-Za-z0-9-.]+)(:[^,;*&$|\\s]+)$"),
          "eui", Pattern.compile("^eui.[A-Za-z0-9]{16}$"),
          "naa", Pattern.compile("^naa.[A-Za-z0-9]{32}$"));

  private VolumeSources() {}

  /** Wants texts or items in each of these fields. */
  public static void wants(Field source, String... fields) {
    for (String field : fields) {
      source.at(field).isThere();
    }
  }

  public static void hostPath(Field source) {
    if (source.at("path").isThere()) {
      Paths.noBacksteps(source.at("path"));
      source.at("type").oneOfIfSet(HOST_PATH_TYPES);
    }
  }

  public static void gitRepo(Field source) {
    source.at("repository").isThere();
    Paths.descending(source.at("directory"));
  }

  public static void gcePersistentDisk(Field source) {
    source.at("pdName").isThere();
    source.at("partition").between(0, HIGHEST_BYTE);
  }

  public static void awsElasticBlockStore(Field source) {
    source.at("volumeID").isThere();
    source.at("partition").between(0, HIGHEST_BYTE);
  }

  public static void nfs(Field source) {
    wants(source, "server", "path");
    if (!source.at("path").text().startsWith("/")) {
      source.at("path").invalid("must be an absolute path");
    }
  }

  public static void iscsi(Field source) {
    wants(source, "targetPortal");
    if (source.at("iqn").isThere()) {
      initiator(source.at("iqn"));
    }
    source.at("lun").between(0, HIGHEST_BYTE);
    boolean signedIn = source.at("chapAuthDiscovery").flag() || source.at("chapAuthSession").flag();
    if (signedIn && !source.has("secretRef")) {
      source.at("secretRef").required("");
    }
    Field name = source.at("initiatorName");
    if (name.isSet()) {
      initiator(name.named(source.path() + ".initiatorname"));
    }
  }

  private static void initiator(Field name) {
    String text = name.text();
    Pattern form = text.length() < 3 ? null : INITIATORS.get(text.substring(0, 3));
    if (form == null || !form.matcher(text).find()) {
      name.invalid("must be valid format starting with iqn, eui, or naa");
    }
  }

  /** Says whether the name of a volume and its portal are too long for an initiator of its own. */
  public static boolean isTooLongForInitiator(Field source, String volume) {
    return source.has("initiatorName")
        && (volume + ":" + source.at("targetPortal").text()).length() > LONGEST_PORTAL;
  }

  public static void flocker(Field source) {
    boolean named = !source.at("datasetName").isEmpty();
    boolean numbered = !source.at("datasetUUID").isEmpty();
    if (!named && !numbered) {
      source.required("one of datasetName and datasetUUID is required");
    }
    if (named && numbered) {
      source.invalid("datasetName and datasetUUID can not be specified simultaneously");
    }
    if (source.at("datasetName").text().contains("/")) {
      source.at("datasetName").invalid("must not contain '/'");
    }
  }

  public static void quobyte(Field source) {
    String form = "must be a host:port pair or multiple pairs separated by commas";
    Field registry = source.at("registry");
    if (registry.isEmpty()) {
      registry.required(form);
    } else if (source.at("tenant").text().length() > LONGEST_TENANT) {
      source.at("tenant").required("may not exceed a length of 64 characters");
    } else {
      for (String pair : registry.text().split(",", -1)) {
        if (!pair.matches("[^:]*:[^:]*|\\[[^]]*]:[^:]*")) {
          registry.invalid(form);
        }
      }
    }
    wants(source, "volume");
  }

  public static void fibreChannel(Field source) {
    Field names = source.at("targetWWNs");
    boolean numbered = !source.at("wwids").isEmpty();
    if (names.isEmpty() && !numbered) {
      names.required("must specify either targetWWNs or wwids, but not both");
    }
    if (!names.isEmpty() && numbered) {
      names.invalid("targetWWNs and wwids can not be specified simultaneously");
    }
    if (!names.isEmpty()) {
      if (source.has("lun")) {
        source.at("lun").between(0, HIGHEST_BYTE);
      } else {
        source.at("lun").required("lun is required if targetWWNs is specified");
      }
    }
  }

  public static void flexVolume(Field source) {
    wants(source, "driver");
    for (String key : source.at("options").keys()) {
      int slash = key.indexOf('/');
      String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
      if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
        source.at("options").key(key).invalid("kubernetes.io and k8s.io namespaces are reserved");
      }
    }
  }

  public static void azureDisk(Field source) {
    wants(source, "diskName", "diskURI");
    source.at("cachingMode").oneOfIfSet(List.of("None", "ReadOnly", "ReadWrite"));
    Field kind = source.at("kind");
    kind.oneOfIfSet(List.of("Dedicated", "Managed", "Shared"));
    Field uri = source.at("diskURI");
    String start = kind.text().equals("Managed") ? "/subscriptions/" : "https://";
    if (kind.isSet() && !uri.text().startsWith(start)) {
      uri.notSupported(List.of(start + "..."));
    }
  }

  static void local(Field source) {
    if (source.at("path").isThere()) {
      Paths.noBacksteps(source.at("path"));
    }
  }

  public static void storageOs(Field source) {
    if (source.at("volumeName").isThere()) {
      Formats.dnsLabel(source.at("volumeName"));
    }
    if (!source.at("volumeNamespace").isEmpty()) {
      Formats.dnsLabel(source.at("volumeNamespace"));
    }
  }

  /** Wants the name, and for volumes of the cluster the namespace, of a secret if there is one. */
  public static void secret(Field source, String... fields) {
    if (source.has("secretRef")) {
      wants(source.at("secretRef"), fields);
    }
  }

  /** The name of a driver of the Container Storage Interface. */
  public static void driver(Field name) {
    if (name.isThere()) {
      if (name.text().length() > LONGEST_DRIVER) {
        name.tooLong(LONGEST_DRIVER);
      }
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(name.text().toLowerCase(Locale.ROOT)));
    }
  }
}
