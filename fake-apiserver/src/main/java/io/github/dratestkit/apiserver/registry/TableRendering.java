package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.codec.GoJson;
import io.github.dratestkit.apiserver.codec.table.TableColumns;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Objects as rows of a table, as kubectl prints them. */
final class TableRendering implements Rendering {

  /** The only objects beside those of the resource that can be rows. */
  private static final String SCALES = "scales.autoscaling";

  private static final AtomicLong WATCHES = new AtomicLong();

  /** What a row carries beside its cells. */
  enum Included {
    NOTHING,
    METADATA,
    OBJECT;

    /**
     * Returns what a request asks for.
     *
     * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is something else
     */
    static Included of(ApiRequest request) {
      String asked = request.parameter("includeObject").orElse("");
      return switch (asked) {
        case "", "Metadata" -> METADATA;
        case "Object" -> OBJECT;
        case "None" -> NOTHING;
        default ->
            throw StatusErrors.badRequest(
                "Unable to convert to Table as requested: includeObject: Invalid value: \""
                    + asked
                    + "\": must be 'Metadata', 'Object', 'None', or empty");
      };
    }
  }

  private final Conversion conversion;
  private final ServedResource resource;
  private final String version;
  private final Included included;
  private final InstantSource clock;
  private final TableColumns columns;

  /** {@code version} is that of {@code meta.k8s.io}. */
  TableRendering(
      Conversion conversion,
      ServedResource resource,
      String version,
      Included included,
      InstantSource clock) {
    this.conversion = conversion;
    this.resource = resource;
    this.version = version;
    this.included = included;
    this.clock = clock;
    this.columns = conversion.columns(resource);
  }

  @Override
  public String contentType() {
    return JsonRendering.JSON;
  }

  @Override
  public String streamType() {
    return JsonRendering.JSON;
  }

  @Override
  public byte[] object(StoredObject stored) {
    return object(stored.object());
  }

  @Override
  public byte[] object(ObjectNode object) {
    ObjectNode table = table(versionOf(object));
    table.set("columnDefinitions", columns.definitions());
    addRow(table.putArray("rows"), object);
    return GoJson.bytes(table);
  }

  @Override
  public byte[] list(Listing.Page page, ObjectNode metadata) {
    ObjectNode table = table(metadata);
    table.set("columnDefinitions", columns.definitions());
    if (page.objects().isEmpty() && columns.nullForNoRows()) {
      table.putNull("rows");
    } else {
      ArrayNode rows = table.putArray("rows");
      page.objects().forEach(stored -> addRow(rows, stored.object()));
    }
    return GoJson.bytes(table);
  }

  private static ObjectNode versionOf(ObjectNode object) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    String resourceVersion = Metadata.of(object).text("resourceVersion");
    if (!resourceVersion.isEmpty()) {
      metadata.put("resourceVersion", resourceVersion);
    }
    return metadata;
  }

  private ObjectNode table(ObjectNode metadata) {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    table.put("kind", "Table");
    table.put("apiVersion", "meta.k8s.io/" + version);
    table.set("metadata", metadata);
    return table;
  }

  private void addRow(ArrayNode rows, ObjectNode object) {
    addRow(rows, object, included);
  }

  private void addRow(ArrayNode rows, ObjectNode object, Included shown) {
    ObjectNode row = rows.addObject();
    row.set("cells", columns.cells(conversion.shown(object, resource), clock.instant()));
    show(
        row,
        shown == Included.METADATA
            ? conversion.metadataFromHub(object, resource)
            : conversion.fromHub(object, resource),
        shown);
  }

  private void show(ObjectNode row, ObjectNode object, Included shown) {
    switch (shown) {
      case NOTHING -> row.putNull("object");
      case METADATA -> row.set("object", MetadataRendering.partial(object, version));
      case OBJECT -> row.set("object", conversion.complete(object));
    }
  }

  @Override
  public byte[] other(ObjectNode object) {
    if (object.path("kind").asString("").equals("Status")) {
      return GoJson.bytes(object);
    }
    TableColumns own =
        resource.isDefined() ? TableColumns.ofDefinedScale() : TableColumns.of(SCALES);
    ObjectNode table = table(versionOf(object));
    table.set("columnDefinitions", own.definitions());
    ObjectNode row = table.putArray("rows").addObject();
    row.set("cells", own.cells(object, clock.instant()));
    show(row, object, included);
    return GoJson.bytes(table);
  }

  // Only the first event of a watch names the columns, and ages differ from event to event, so no
  // two watches share their frames.
  @Override
  public FrameWriter frames() {
    boolean[] named = new boolean[1];
    return new JsonFrames(
        "table;" + WATCHES.incrementAndGet() + ";",
        (type, stored) -> event(stored.object(), named),
        bookmark -> bookmark(bookmark, named),
        resource);
  }

  private byte[] event(ObjectNode object, boolean[] named) {
    return event(object, named, included);
  }

  // The mark at the end of the initial events is an annotation, which must be seen.
  private byte[] bookmark(ObjectNode object, boolean[] named) {
    boolean marks = object.path("metadata").has("annotations");
    return event(
        object, named, marks && included == Included.NOTHING ? Included.METADATA : included);
  }

  private byte[] event(ObjectNode object, boolean[] named, Included shown) {
    ObjectNode table = table(versionOf(object));
    if (named[0]) {
      table.putNull("columnDefinitions");
    } else {
      table.set("columnDefinitions", columns.definitions());
      named[0] = true;
    }
    addRow(table.putArray("rows"), object, shown);
    return GoJson.bytes(table);
  }
}
