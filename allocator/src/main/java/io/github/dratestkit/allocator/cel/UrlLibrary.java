package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.CelTypes.URL;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.function.Function;

/** The URL functions ({@code apiserver/pkg/cel/library/urls.go}). */
final class UrlLibrary {

  private static final CelType STRING = SimpleType.STRING;

  private UrlLibrary() {}

  static void addTo(Functions functions) {
    functions
        .global("url", "string_to_url", URL, List.of(STRING), a -> url((String) a[0]))
        .global(
            "isURL",
            "is_url_string",
            SimpleType.BOOL,
            List.of(STRING),
            a -> UrlParser.requestError((String) a[0]).isEmpty());
    addPart(functions, "getScheme", "url_get_scheme", STRING, Url::scheme);
    addPart(functions, "getHost", "url_get_host", STRING, Url::host);
    addPart(functions, "getHostname", "url_get_hostname", STRING, Url::hostname);
    addPart(functions, "getPort", "url_get_port", STRING, Url::port);
    addPart(functions, "getEscapedPath", "url_get_escaped_path", STRING, Url::escapedPath);
    addPart(
        functions,
        "getQuery",
        "url_get_query",
        MapType.create(STRING, ListType.create(STRING)),
        Url::queryParameters);
  }

  private static void addPart(
      Functions functions, String name, String id, CelType type, Function<Url, Object> part) {
    functions.member(name, id, type, List.of(URL), a -> part.apply((Url) a[0]));
  }

  private static Url url(String text) {
    return UrlParser.parse(text)
        .orElseThrow(
            () ->
                new CelInvalidArgumentException(
                    "URL parse error during conversion from string: "
                        + UrlParser.requestError(text).orElse(text)));
  }
}
