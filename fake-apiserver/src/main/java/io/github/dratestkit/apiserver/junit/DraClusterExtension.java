package io.github.dratestkit.apiserver.junit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;

/** Runs the server of {@link DraCluster}: one for a class and the classes nested in it. */
final class DraClusterExtension
    implements BeforeAllCallback, TestInstancePostProcessor, BeforeEachCallback, ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(DraClusterExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) throws IllegalAccessException {
    inject(context.getRequiredTestClass(), null, cluster(context));
  }

  @Override
  public void postProcessTestInstance(Object instance, ExtensionContext context)
      throws IllegalAccessException {
    inject(instance.getClass(), instance, cluster(context));
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    cluster(context).reset();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TestCluster.gives(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return cluster(context).get(parameter.getParameter().getType());
  }

  private static void inject(Class<?> testClass, @Nullable Object instance, TestCluster cluster)
      throws IllegalAccessException {
    for (Class<?> type = testClass; type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (isToBeSet(field, instance)) {
          field.set(instance, cluster.get(field.getType()));
        }
      }
    }
  }

  private static boolean isToBeSet(Field field, @Nullable Object instance)
      throws IllegalAccessException {
    if (!TestCluster.gives(field.getType())
        || Modifier.isFinal(field.getModifiers())
        || Modifier.isStatic(field.getModifiers()) != (instance == null)) {
      return false;
    }
    field.setAccessible(true);
    return field.get(instance) == null;
  }

  private static TestCluster cluster(ExtensionContext context) {
    Class<?> annotated = annotated(context.getRequiredTestClass());
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(annotated, key -> TestCluster.start(annotated), TestCluster.class);
  }

  private static Class<?> annotated(Class<?> testClass) {
    for (Class<?> type = testClass; type != null; type = type.getEnclosingClass()) {
      if (type.isAnnotationPresent(DraCluster.class)) {
        return type;
      }
    }
    throw new ExtensionConfigurationException(
        testClass.getName() + " has no @DraCluster: put it on the test class");
  }
}
