package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.Decoded;
import io.github.dratestkit.apiserver.codec.DecodingException;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.patch.Patched;
import io.github.dratestkit.apiserver.patch.Patches;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Patches objects: the patch is applied to the newest object and the result is an update. */
final class Patching {

  private static final GroupVersionKind NO_KIND = new GroupVersionKind("", "", "");

  private final Parts parts;
  private final Conversion conversion;
  private final Updating updating;

  Patching(Parts parts, Conversion conversion, Updating updating) {
    this.parts = parts;
    this.conversion = conversion;
    this.updating = updating;
  }

  Result patch(Target target, ApiRequest request, FieldValidation validation, Write write) {
    List<String> warnings = new ArrayList<>();
    Result result =
        ResourceHandler.telling(
            warnings, () -> update(target, request, validation, write, warnings));
    warnings.addAll(result.warnings());
    return result instanceof Result.Stored kept
        ? new Result.Stored(kept.stored(), warnings)
        : new Result.Unstored(result.object(), warnings);
  }

  private Result update(
      Target target,
      ApiRequest request,
      FieldValidation validation,
      Write write,
      List<String> warnings) {
    return updating.update(
        target,
        stored -> {
          ObjectNode current = conversion.fromHub(stored.object(), target.resource()).deepCopy();
          Decoded clean = patched(target, request, validation, current);
          warnings.clear();
          warnings.addAll(clean.warnings());
          return clean.object();
        },
        write,
        Updating.Retry.WHEN_UNCONDITIONAL);
  }

  private Decoded patched(
      Target target, ApiRequest request, FieldValidation validation, ObjectNode current) {
    return patched(target.resource().kind(), request, validation, current);
  }

  /** Returns what a patch makes of an object of any kind, checked as if it had been sent whole. */
  Decoded patched(
      GroupVersionKind kind, ApiRequest request, FieldValidation validation, ObjectNode current) {
    String contentType = request.header("content-type").orElse("");
    Patched patched =
        Patches.apply(
            contentType,
            request.body(),
            current,
            parts.codec().type(kind).orElseThrow(StatusErrors::unsupportedPatchType));
    List<String> fieldErrors = Patches.fieldErrors(contentType, request.body());
    try {
      return OwnerReferences.withoutDuplicates(
          parts.codec().clean(patched.json(), kind, validation, patched.paths(), fieldErrors));
    } catch (DecodingException e) {
      throw StatusErrors.invalid(
          NO_KIND, "", List.of(FieldError.invalid("patch", patched.shown().get(), e.text())));
    }
  }
}
