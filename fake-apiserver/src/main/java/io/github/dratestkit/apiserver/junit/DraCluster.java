package io.github.dratestkit.apiserver.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a Kubernetes API server of their own, put back to its first state
 * before each test.
 *
 * <pre>{@code
 * @DraCluster
 * class MyOperatorTest {
 *   @Test
 *   void a_claim_is_stored(KubernetesClient client) {
 *     client.resource(claim()).create();
 *   }
 * }
 * }</pre>
 *
 * <p>Parameters of tests and life-cycle methods, and fields that are null and not final, are set by
 * their type: {@code KubernetesClient}, {@code FakeApiServer}, {@code ApiAccess}, {@code
 * Kubeconfig} (with {@link Reach#HTTP} or {@link Reach#HTTPS}), and with {@link Time#VIRTUAL} also
 * {@code Stepper} and {@code VirtualTimers}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(DraClusterExtension.class)
public @interface DraCluster {

  /** How clients reach the server. */
  enum Reach {
    /** By method calls: the fastest, for clients in this process. */
    IN_PROCESS,
    /** Over a port of the loopback address, for clients in other processes. */
    HTTP,
    /** The same inside TLS, which Go clients need for HTTP/2. */
    HTTPS
  }

  /** Who moves time and the loops of the control plane. */
  enum Time {
    /** The system's clock; the loops run on threads of their own. */
    SYSTEM,
    /** The test, through {@code Stepper}: nothing happens between two of its calls. */
    VIRTUAL
  }

  /** The version of Kubernetes: 1.34 to 1.37. */
  String kubernetes() default "1.37";

  /** Feature gates other than by default, each as {@code Name=true} or {@code Name=false}. */
  String[] featureGates() default {};

  /** Versions of the API other than by default, each as {@code api/all=true}. */
  String[] runtimeConfig() default {};

  /** The loops that run, as upstream's {@code --controllers}: {@code *}, names, or none. */
  String controllers() default "none";

  /**
   * Who may do what: {@code open} for everybody everything, {@code roles} for what roles and their
   * bindings allow, or a file of tokens. The clients given to tests may do everything.
   */
  String access() default "open";

  /** How clients reach the server. */
  Reach reach() default Reach.IN_PROCESS;

  /** Who moves time. */
  Time time() default Time.SYSTEM;

  /**
   * What the cluster is made of, in the words of a {@link ClusterHardware} on the class path, such
   * as names of the hardware zoo; nothing by default.
   */
  String[] hardware() default {};

  /** How many nodes that hardware is on. */
  int nodes() default 1;
}
