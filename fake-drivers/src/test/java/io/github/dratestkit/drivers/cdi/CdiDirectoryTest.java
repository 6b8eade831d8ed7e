package io.github.dratestkit.drivers.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdiDirectoryTest {

  private static final ContainerEdits EDITS =
      new ContainerEdits(List.of("A=1"), List.of("/dev/a"), List.of("/host:/container"));

  @TempDir Path folder;

  @Test
  void what_was_written_is_what_a_container_gets() {
    CdiDirectory directory = new CdiDirectory(folder.resolve("cdi"));
    directory.write("claim", "vendor.com/gpu", List.of(new CdiDevice("a", EDITS)));
    assertThat(directory.resolve(List.of("vendor.com/gpu=a"))).isEqualTo(EDITS);
  }

  @Test
  void the_file_has_the_form_of_the_specification() throws IOException {
    new CdiDirectory(folder).write("claim", "vendor.com/gpu", List.of(new CdiDevice("a", EDITS)));
    assertThat(Files.readString(folder.resolve("claim.json")).replaceAll("\\s", ""))
        .isEqualTo(
            "{\"cdiVersion\":\"0.6.0\",\"kind\":\"vendor.com/gpu\",\"devices\":[{\"name\":\"a\",\"containerEdits\":"
                + "{\"env\":[\"A=1\"],\"deviceNodes\":[{\"path\":\"/dev/a\"}],"
                + "\"mounts\":[{\"hostPath\":\"/host\",\"containerPath\":\"/container\"}]}}]}");
  }

  @Test
  void a_device_that_no_file_describes_cannot_be_resolved() {
    assertThatThrownBy(() -> new CdiDirectory(folder).resolve(List.of("vendor.com/gpu=gone")))
        .isInstanceOf(CdiException.class)
        .hasMessageStartingWith("unresolvable CDI device vendor.com/gpu=gone");
  }

  @Test
  void removing_twice_is_no_error() {
    CdiDirectory directory = new CdiDirectory(folder);
    directory.write("claim", "vendor.com/gpu", List.of());
    directory.remove("claim");
    directory.remove("claim");
    assertThat(directory.contains("claim")).isFalse();
  }
}
