package io.github.dratestkit.cli.allocate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.optimal.Objective;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Cases spoilt in every way end in an answer or in a message about the line, never otherwise. */
class BrokenCasesTest {

  private static final String CASE =
      """
      {"id":"c","features":{"PartitionableDevices":true,"ConsumableCapacity":true,
      "PrioritizedList":true,"AdminAccess":true,"DeviceTaints":true,"DerivedAttributes":true,
      "ListTypeAttributes":true,"DeviceBindingAndStatus":true},"implementation":"experimental",
      "node":{"metadata":{"name":"node-1","labels":{"zone":"a"}},
      "status":{"declaredFeatures":["DRAOptionalNodeOperations"]}},
      "classes":[{"metadata":{"name":"gpu"},"spec":{"selectors":[
      {"cel":{"expression":"device.driver == \\"gpu.example.com\\""}}],
      "config":[{"opaque":{"driver":"gpu.example.com","parameters":{"a":1}}}]}}],
      "slices":[{"metadata":{"name":"s0"},"spec":{"driver":"gpu.example.com",
      "pool":{"name":"p","generation":1,"resourceSliceCount":2},"nodeSelector":{"nodeSelectorTerms":
      [{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}]}]},
      "sharedCounters":[{"name":"cs","counters":{"slots":{"value":"4"}}}]}},
      {"metadata":{"name":"s1"},"spec":{"driver":"gpu.example.com",
      "pool":{"name":"p","generation":1,"resourceSliceCount":2},"perDeviceNodeSelection":true,
      "devices":[{"name":"d0","nodeName":"node-1","attributes":{"model":{"string":"a"},
      "numa":{"int":0},"tags":{"strings":["x"]},"v":{"version":"1.0.0"}},
      "capacity":{"units":{"value":"10","requestPolicy":{"default":"1",
      "validRange":{"min":"1","max":"4","step":"1"}}}},"allowMultipleAllocations":true,
      "consumesCounters":[{"counterSet":"cs","counters":{"slots":{"value":"1"}}}],
      "taints":[{"key":"t","value":"v","effect":"NoSchedule"}]},
      {"name":"d1","allNodes":true,"attributes":{"model":{"string":"b"},"numa":{"int":0}},
      "consumesCounters":[{"counterSet":"cs","counters":{"slots":{"value":"2"}},
      "compatibilityGroups":["g"]}],"bindingConditions":["r"],"bindingFailureConditions":["f"]}]}}],
      "claims":[{"metadata":{"name":"c","namespace":"n","uid":"u"},"spec":{"devices":{"requests":[
      {"name":"r0","exactly":{"deviceClassName":"gpu","allocationMode":"ExactCount","count":1,
      "selectors":[{"cel":{"expression":"true"}}],"tolerations":[{"operator":"Exists"}],
      "capacity":{"requests":{"units":"2"}},
      "derivedAttributes":[{"name":"example.com/d","expression":"\\"x\\""}]}},
      {"name":"r1","firstAvailable":[{"name":"s","deviceClassName":"gpu",
      "allocationMode":"ExactCount","count":1,"tolerations":[{"key":"t","operator":"Exists"}]}]}],
      "constraints":[{"requests":["r0"],"matchAttribute":"example.com/d"}],
      "config":[{"requests":["r0"],"opaque":{"driver":"gpu.example.com","parameters":{}}}]}}}],
      "allocatedClaims":[{"metadata":{"name":"h","namespace":"n"},"status":{"allocation":{"devices":
      {"results":[{"request":"r","driver":"gpu.example.com","pool":"p","device":"d0",
      "shareID":"s","consumedCapacity":{"units":"1"}}]}}}}],
      "allocatedDevices":[{"driver":"gpu.example.com","pool":"p","device":"gone"}],
      "allocatedShares":[{"driver":"gpu.example.com","pool":"p","device":"d0","shareID":"t"}],
      "consumedCapacity":[{"driver":"gpu.example.com","pool":"p","device":"d0",
      "capacity":{"units":"1"}}],"timeoutSeconds":1}
      """;

  private static final List<String> SPOILT =
      List.of(
          "null",
          "{}",
          "[]",
          "[null]",
          "\"\"",
          "\"x\"",
          "-1",
          "0",
          "99999999999999999999",
          "1e400",
          "true",
          "\"-1\"",
          "\"1e19\"",
          "\"9223372036854775808\"",
          "\"\\u0000\"");

  /** A value of the text: a string with what follows its colon or comma. */
  private static final String VALUE = "\"[^\"\\\\]*(\\\\.[^\"\\\\]*)*\"|-?\\d+|true|\\[\\]|\\{\\}";

  @Test
  void every_spoilt_case_is_answered_or_refused_with_its_line() {
    CaseRunner first = new CaseRunner(1, Compatibility.UPSTREAM, Optional.empty());
    CaseRunner rules = new CaseRunner(1, Compatibility.RULES, Optional.empty());
    CaseRunner best =
        new CaseRunner(1, Compatibility.UPSTREAM, Optional.of(Objective.LEAST_STRANDED));
    TreeMap<String, Integer> outcomes = new TreeMap<>();
    List<String> escaped = new ArrayList<>();
    for (String line : spoilt()) {
      for (CaseRunner runner : List.of(first, rules, best)) {
        try {
          outcomes.merge(runner.answer(line, 1).outcome(), 1, Integer::sum);
        } catch (CaseFormatException e) {
          outcomes.merge("refused", 1, Integer::sum);
        } catch (RuntimeException e) {
          escaped.add(e + " at " + e.getStackTrace()[0] + " for " + line);
        }
      }
    }
    assertThat(escaped).isEmpty();
    assertThat(outcomes.keySet()).contains("allocated", "unfit", "fatal", "refused");
  }

  private static List<String> spoilt() {
    String line = CASE.replace("\n", "");
    List<int[]> places = new ArrayList<>();
    Matcher matcher = Pattern.compile(VALUE).matcher(line);
    while (matcher.find()) {
      places.add(new int[] {matcher.start(), matcher.end()});
    }
    List<String> lines = new ArrayList<>(List.of(line));
    for (int[] place : places) {
      for (String other : SPOILT) {
        lines.add(line.substring(0, place[0]) + other + line.substring(place[1]));
      }
    }
    lines.addAll(withSpoiltParts(line));
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      int cut = random.nextInt(line.length());
      lines.add(line.substring(0, cut));
      lines.add(line.substring(0, cut) + (char) random.nextInt(128) + line.substring(cut));
    }
    return lines;
  }

  /** Replaces each object and each list as a whole. */
  private static List<String> withSpoiltParts(String line) {
    List<String> lines = new ArrayList<>();
    for (int start = 0; start < line.length(); start++) {
      if (line.charAt(start) == '{' || line.charAt(start) == '[') {
        int depth = 0;
        int end = start;
        do {
          char letter = line.charAt(end++);
          depth += letter == '{' || letter == '[' ? 1 : letter == '}' || letter == ']' ? -1 : 0;
        } while (depth > 0);
        for (String other : List.of("null", "{}", "[]", "[null]", "\"x\"", "1")) {
          lines.add(line.substring(0, start) + other + line.substring(end));
        }
      }
    }
    return lines;
  }
}
