package io.github.dratestkit.apiserver.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.servlet.DefaultTasks;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketServletContainerInitializer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * Builds the web server around the adapter: Javalin's servlet in a Jetty without pages and
 * statistics. Javalin could start Jetty too, but it would log about it and measure requests.
 */
final class WebServer {

  /** As in Go's server; selectors and continue tokens may be long. */
  private static final int HEAD_LIMIT = 1024 * 1024;

  private static final String EVERY_PATH = "/<path>";

  private WebServer() {}

  static Server create(
      ThreadPool threads,
      Adapter adapter,
      ServerSocketChannel socket,
      Optional<ServingCertificate> certificate) {
    // Its own scheduler would keep the process alive.
    Server server =
        new Server(threads, new ScheduledExecutorScheduler("apiserver-http-timer", true), null);
    server.setStopTimeout(0);
    HttpConfiguration http = configuration();
    server.addConnector(
        certificate
            .map(pair -> Connectors.encrypted(server, http, socket, pair))
            .orElseGet(() -> Connectors.plain(server, http, socket)));
    Javalin javalin = Javalin.create(config -> route(config, adapter));
    // Nothing here has a session, but Javalin's WebSockets ask for one.
    ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.addServletContainerInitializer(new JettyWebSocketServletContainerInitializer());
    context.addServlet(new ServletHolder(javalin.javalinServlet()), "/*");
    server.setHandler(context);
    return server;
  }

  static void start(Server server) {
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException("the web server did not start: " + e.getMessage(), e);
    }
  }

  static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the web server did not stop: " + e.getMessage(), e);
    }
  }

  private static HttpConfiguration configuration() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEAD_LIMIT);
    // Paths are decoded by the adapter, so none is ambiguous.
    http.setUriCompliance(UriCompliance.UNSAFE);
    return http;
  }

  private static void route(JavalinConfig config, Adapter adapter) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.asyncTimeout = 0L;
    // A single step for all methods and paths: Javalin's own 404, 405 and errors never come up.
    config.requestLifeCycle(DefaultTasks.INSTANCE.getBEFORE());
    config.routes.before(adapter::answer);
    config.routes.wsBeforeUpgrade(adapter::answerUpgrade);
    config.routes.wsAfterUpgrade(adapter::endUnlessUpgraded);
    config.routes.ws(EVERY_PATH, adapter::serveWebSocket);
  }
}
