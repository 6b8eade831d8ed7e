package io.github.dratestkit.apiserver.registry.kinds.extensions;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/** What extends a server or steers its requests. */
public final class ExtensionKinds {

  private ExtensionKinds() {}

  /** Returns the strategies of these kinds by resource. */
  public static Map<GroupResource, Strategy> strategies() {
    return Map.ofEntries(
        Map.entry(
            new GroupResource("apiextensions.k8s.io", "customresourcedefinitions"),
            new DefinitionStrategy()),
        Map.entry(
            new GroupResource("apiregistration.k8s.io", "apiservices"), new ApiServiceStrategy()),
        Map.entry(
            new GroupResource("flowcontrol.apiserver.k8s.io", "flowschemas"),
            new FlowSchemaStrategy()),
        Map.entry(
            new GroupResource("flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations"),
            new PriorityLevelStrategy()),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "validatingwebhookconfigurations"),
            new WebhookConfigurationStrategy(false)),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "validatingadmissionpolicies"),
            new AdmissionPolicyStrategy(false)),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "validatingadmissionpolicybindings"),
            new PolicyBindingStrategy(false)),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "mutatingwebhookconfigurations"),
            new WebhookConfigurationStrategy(true)),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "mutatingadmissionpolicies"),
            new AdmissionPolicyStrategy(true)),
        Map.entry(
            new GroupResource("admissionregistration.k8s.io", "mutatingadmissionpolicybindings"),
            new PolicyBindingStrategy(true)));
  }
}
