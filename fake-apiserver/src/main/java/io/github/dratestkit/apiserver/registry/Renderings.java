package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.ProtobufBodies;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.codec.Representation.View;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Finds the form that a request wants, by its Accept header. */
final class Renderings {

  private static final String WATCH = ";stream=watch";
  private static final Set<String> STATUS_WITHOUT_TABLE =
      Set.of("apiservices", "customresourcedefinitions");

  private final Conversion conversion;
  private final ProtobufBodies bodies;
  private final InstantSource clock;

  Renderings(Conversion conversion, ProtobufBodies bodies, InstantSource clock) {
    this.conversion = conversion;
    this.bodies = bodies;
    this.clock = clock;
  }

  /**
   * Returns the form that a request wants.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 406 if there is none
   */
  Rendering of(Target target, ApiRequest request) {
    String accept = request.header("accept").orElse("");
    if (!target.resource().isDefined() && !Representation.namesMediaType(accept)) {
      throw StatusErrors.noRepresentation(MediaType.texts());
    }
    Representation wanted =
        Representation.of(accept, form -> exists(target, form))
            .orElseThrow(() -> StatusErrors.notAcceptable(MediaType.texts()));
    if (wanted.mediaType() == MediaType.YAML && isWatch(request)) {
      return new RefusedRendering(
          StatusErrors.notAcceptable(
              List.of(MediaType.JSON.text() + WATCH, MediaType.PROTOBUF.text() + WATCH)),
          whole(target, MediaType.JSON));
    }
    return switch (wanted.view()) {
      case OBJECT -> whole(target, wanted.mediaType());
      case TABLE ->
          text(
              wanted,
              new TableRendering(
                  conversion,
                  target.resource(),
                  wanted.metaVersion(),
                  TableRendering.Included.of(request),
                  clock));
      case METADATA, METADATA_LIST -> metadata(target, wanted, request);
    };
  }

  // Whole custom resources have no form in protobuf.
  private static boolean exists(Target target, Representation form) {
    boolean whole = form.view() == View.OBJECT && !target.subresource().equals("scale");
    return views(target).contains(form.view())
        && !(whole && target.resource().isDefined() && form.mediaType() == MediaType.PROTOBUF);
  }

  // What has no table of its own cannot be shown as one (TableConvertor, pkg/registry, 1.37).
  private static Set<View> views(Target target) {
    String resource = target.resource().resource().resource();
    boolean tabular =
        !target.resource().onlyAnswers()
            && switch (target.subresource()) {
              case "", "scale" -> true;
              case "status" ->
                  !target.resource().resource().group().equals("resource.k8s.io")
                      && !STATUS_WITHOUT_TABLE.contains(resource);
              default -> false;
            };
    return tabular ? EnumSet.allOf(View.class) : EnumSet.complementOf(EnumSet.of(View.TABLE));
  }

  private Rendering whole(Target target, MediaType mediaType) {
    JsonRendering json = new JsonRendering(conversion, target.resource());
    return switch (mediaType) {
      case JSON -> json;
      case YAML -> new YamlRendering(json);
      case PROTOBUF -> new ProtobufRendering(conversion, target.resource(), bodies);
    };
  }

  private Rendering metadata(Target target, Representation wanted, ApiRequest request) {
    boolean list = target.name().isEmpty() && !request.method().equals("POST") && !isWatch(request);
    if (list && wanted.view() == Representation.View.METADATA) {
      return new RefusedRendering(
          StatusErrors.notAcceptableView(
              "you requested PartialObjectMetadata, but the requested object is a list ("
                  + target.resource().kind().kind()
                  + "List)"),
          whole(target, wanted.mediaType()));
    }
    if (!list && wanted.view() == Representation.View.METADATA_LIST && !isWatch(request)) {
      return new RefusedRendering(
          StatusErrors.notAcceptableView(
              "you requested PartialObjectMetadataList, but the requested object is not a list ("
                  + target.resource().kind().kind()
                  + ")"),
          whole(target, wanted.mediaType()));
    }
    if (wanted.mediaType() == MediaType.PROTOBUF) {
      return new ProtobufMetadataRendering(
          conversion, target.resource(), bodies, wanted.metaVersion());
    }
    return text(wanted, new MetadataRendering(conversion, target.resource(), wanted.metaVersion()));
  }

  private static boolean isWatch(ApiRequest request) {
    return request.method().equals("GET") && ListQuery.asksToWatch(request);
  }

  private static Rendering text(Representation wanted, Rendering json) {
    return wanted.mediaType() == MediaType.YAML ? new YamlRendering(json) : json;
  }
}
