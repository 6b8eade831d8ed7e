package io.github.dratestkit.explain;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.Diagnosis;
import io.github.dratestkit.allocator.Holder;
import io.github.dratestkit.allocator.Room;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagnosis as maps and lists, for JSON. Each item says in {@code kind} what it is and in {@code
 * text} what a person reads; the other fields are what a program needs to act on it.
 */
final class DiagnosisTree {

  private DiagnosisTree() {}

  static Map<String, Object> of(Diagnosis diagnosis) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("conflict", diagnosis.conflict().stream().map(DiagnosisTree::part).toList());
    tree.put("room", room(diagnosis.room()));
    tree.put(
        "remedies",
        diagnosis.remedies().stream()
            .map(remedy -> remedy.stream().map(DiagnosisTree::change).toList())
            .toList());
    tree.put("exhaustive", diagnosis.exhaustive());
    return tree;
  }

  private static Map<String, Object> item(Object what) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("kind", what.getClass().getSimpleName());
    tree.put("text", what.toString());
    return tree;
  }

  private static Map<String, Object> part(ClaimPart part) {
    Map<String, Object> tree = item(part);
    tree.put("claim", part.claim());
    if (part instanceof ClaimPart.Request request) {
      tree.put("request", request.name());
    } else if (part instanceof ClaimPart.Constraint constraint) {
      tree.put("constraint", constraint.index());
    }
    return tree;
  }

  private static Map<String, Object> room(Room room) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("kind", room.getClass().getSimpleName());
    if (room instanceof Room.FullNow full) {
      List<Object> release = new ArrayList<>();
      for (Holder holder : full.release()) {
        release.add(holder(holder));
      }
      tree.put("release", release);
      tree.put("least", full.least());
    }
    return tree;
  }

  private static Map<String, Object> holder(Holder holder) {
    Map<String, Object> tree = item(holder);
    if (holder instanceof Holder.Claim claim) {
      tree.put("claim", claim.name());
    } else if (holder instanceof Holder.Device device) {
      tree.put("driver", device.driver());
      tree.put("pool", device.pool());
      tree.put("device", device.name());
    }
    return tree;
  }

  private static Map<String, Object> change(Change change) {
    Map<String, Object> tree = item(change);
    if (change instanceof Change.AddDevices more) {
      tree.put("count", more.count());
      tree.put("like", more.like());
      tree.put("slice", json(more.slice()));
    } else if (change instanceof Change.DropSelector dropped) {
      request(dropped.request(), tree);
      tree.put("selector", dropped.index());
    } else if (change instanceof Change.DropClassSelector dropped) {
      tree.put("deviceClass", dropped.deviceClass());
      tree.put("selector", dropped.index());
    } else if (change instanceof Change.Tolerate tolerate) {
      request(tolerate.request(), tree);
      tree.put("toleration", json(tolerate.toleration()));
    } else if (change instanceof Change.DropConstraint dropped) {
      tree.put("claim", dropped.constraint().claim());
      tree.put("constraint", dropped.constraint().index());
    } else if (change instanceof Change.AskForFewer fewer) {
      request(fewer.request(), tree);
      tree.put("count", fewer.count());
    } else if (change instanceof Change.AskForLess less) {
      request(less.request(), tree);
      tree.put("capacity", less.capacity());
      tree.put("amount", less.amount());
    } else if (change instanceof Change.DropCapacity dropped) {
      request(dropped.request(), tree);
      tree.put("capacity", dropped.capacity());
    } else if (change instanceof Change.FinishPool finished) {
      tree.put("pool", finished.pool());
      tree.put("generation", finished.generation());
      tree.put("resourceSliceCount", finished.slices());
    }
    return tree;
  }

  private static void request(ClaimPart.Request request, Map<String, Object> tree) {
    tree.put("claim", request.claim());
    tree.put("request", request.name());
  }

  private static Object json(Object model) {
    return new KubernetesSerialization().convertValue(model, Map.class);
  }
}
