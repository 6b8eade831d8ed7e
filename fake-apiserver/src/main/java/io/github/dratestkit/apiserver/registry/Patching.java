package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.Decoded;
import io.github.dratestkit.apiserver.codec.DecodingException;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.patch.Patches;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Patches objects: the patch is applied to the newest object and the result is an update. */
final class Patching {

  private final Parts parts;
  private final Conversion conversion;
  private final Updating updating;

  Patching(Parts parts, Conversion conversion, Updating updating) {
    this.parts = parts;
    this.conversion = conversion;
    this.updating = updating;
  }

  Result patch(Target target, ApiRequest request, FieldValidation validation, Write write) {
    String contentType = request.header("content-type").orElse("");
    List<String> warnings = new ArrayList<>();
    Result result =
        updating.update(
            target,
            stored -> {
              ObjectNode current =
                  conversion.fromHub(stored.object(), target.resource()).deepCopy();
              ObjectNode patched = Patches.apply(contentType, request.body(), current);
              Decoded clean = clean(patched, target, validation);
              warnings.clear();
              warnings.addAll(clean.warnings());
              return clean.object();
            },
            write,
            Updating.Retry.WHEN_UNCONDITIONAL);
    warnings.addAll(result.warnings());
    return result instanceof Result.Stored kept
        ? new Result.Stored(kept.stored(), warnings)
        : new Result.Unstored(result.object(), warnings);
  }

  private Decoded clean(ObjectNode patched, Target target, FieldValidation validation) {
    try {
      return parts.codec().clean(patched, target.resource().kind(), validation);
    } catch (DecodingException e) {
      throw StatusErrors.invalid(
          new GroupVersionKind("", "", ""),
          "",
          List.of(FieldError.invalid("patch", patched.toString(), e.text())));
    }
  }
}
