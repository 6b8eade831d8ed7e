"""What programs do with the Python client, against the cluster of KUBECONFIG.

The cluster has nodes with GPUs of driver gpu.nvidia.com. The same holds against kube-apiserver 1.37.2.
"""

import threading
import time
import unittest
import uuid

from kubernetes import client, config, dynamic, utils, watch
from kubernetes.client.rest import ApiException

config.load_kube_config()
CORE = client.CoreV1Api()
APPS = client.AppsV1Api()
DEVICES = client.ResourceV1Api()
NAMESPACE = "python-" + uuid.uuid4().hex[:8]


def setUpModule():
    CORE.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))


def tearDownModule():
    CORE.delete_namespace(NAMESPACE)


def config_map(name, **data):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name, labels={"app": name}), data=data)


def claim(name):
    exactly = client.V1ExactDeviceRequest(device_class_name="gpu.nvidia.com")
    requests = [client.V1DeviceRequest(name="gpu", exactly=exactly)]
    return client.ResourceV1ResourceClaim(
        metadata=client.V1ObjectMeta(name=name),
        spec=client.V1ResourceClaimSpec(devices=client.V1DeviceClaim(requests=requests)),
    )


class Objects(unittest.TestCase):
    def test_version_is_that_of_kubernetes(self):
        self.assertRegex(client.VersionApi().get_code().git_version, r"^v1\.37\.")

    def test_object_is_created_read_changed_and_deleted(self):
        made = CORE.create_namespaced_config_map(NAMESPACE, config_map("life", color="blue"))
        self.assertTrue(made.metadata.uid)
        made.data = {"color": "red"}
        changed = CORE.replace_namespaced_config_map("life", NAMESPACE, made)
        self.assertEqual(changed.data, {"color": "red"})
        with self.assertRaises(ApiException) as stale:
            CORE.replace_namespaced_config_map("life", NAMESPACE, made)
        self.assertEqual((stale.exception.status, stale.exception.reason), (409, "Conflict"))
        patched = CORE.patch_namespaced_config_map("life", NAMESPACE, {"data": {"size": "big"}})
        self.assertEqual(patched.data, {"color": "red", "size": "big"})
        patched = CORE.patch_namespaced_config_map("life", NAMESPACE, [{"op": "remove", "path": "/data/size"}])
        self.assertEqual(patched.data, {"color": "red"})
        CORE.delete_namespaced_config_map("life", NAMESPACE)
        with self.assertRaises(ApiException) as gone:
            CORE.read_namespaced_config_map("life", NAMESPACE)
        self.assertEqual(gone.exception.status, 404)

    def test_list_comes_in_pages(self):
        for number in range(5):
            CORE.create_namespaced_config_map(NAMESPACE, config_map(f"page-{number}", part="page"))
        names, page = [], None
        while page is None or page.metadata._continue:
            token = page.metadata._continue if page else None
            page = CORE.list_namespaced_config_map(NAMESPACE, limit=2, _continue=token)
            names += [item.metadata.name for item in page.items if item.metadata.name.startswith("page-")]
        self.assertEqual(names, [f"page-{number}" for number in range(5)])
        chosen = CORE.list_namespaced_config_map(NAMESPACE, label_selector="app in (page-1,page-3)")
        self.assertEqual([item.metadata.name for item in chosen.items], ["page-1", "page-3"])

    def test_invalid_object_is_refused_with_its_causes(self):
        bad = claim("bad")
        bad.spec.devices.requests[0].exactly.device_class_name = "-"
        with self.assertRaises(ApiException) as refused:
            DEVICES.create_namespaced_resource_claim(NAMESPACE, bad)
        self.assertEqual(refused.exception.status, 422)
        self.assertIn("spec.devices.requests[0].exactly.deviceClassName", refused.exception.body)

    def test_watch_tells_what_happens_from_a_version_on(self):
        version = CORE.list_namespaced_config_map(NAMESPACE).metadata.resource_version

        def change():
            CORE.create_namespaced_config_map(NAMESPACE, config_map("watched", a="1"))
            CORE.patch_namespaced_config_map("watched", NAMESPACE, {"data": {"a": "2"}})
            CORE.delete_namespaced_config_map("watched", NAMESPACE)

        writer = threading.Thread(target=change)
        writer.start()
        seen = []
        events = watch.Watch().stream(
            CORE.list_namespaced_config_map,
            NAMESPACE,
            resource_version=version,
            field_selector="metadata.name=watched",
            timeout_seconds=30,
        )
        for event in events:
            seen.append((event["type"], event["object"].data["a"]))
            if event["type"] == "DELETED":
                break
        writer.join()
        self.assertEqual(seen, [("ADDED", "1"), ("MODIFIED", "2"), ("DELETED", "2")])

    def test_watch_that_is_over_ends_by_itself(self):
        events = watch.Watch().stream(CORE.list_namespaced_secret, NAMESPACE, timeout_seconds=1)
        self.assertEqual(list(events), [])

    def test_dynamic_client_applies_on_the_server(self):
        maps = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="v1", kind="ConfigMap")
        body = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "applied"},
            "data": {"a": "1"},
        }
        maps.server_side_apply(body=body, name="applied", namespace=NAMESPACE, field_manager="mine")
        body["data"] = {"b": "2"}
        applied = maps.server_side_apply(body=body, name="applied", namespace=NAMESPACE, field_manager="mine")
        self.assertEqual(applied.data.to_dict(), {"b": "2"})
        body["data"] = {"b": "3"}
        with self.assertRaises(ApiException) as conflict:
            maps.server_side_apply(body=body, name="applied", namespace=NAMESPACE, field_manager="other")
        self.assertEqual(conflict.exception.status, 409)
        self.assertIn('conflict with \\"mine\\"', str(conflict.exception.body))

    def test_objects_are_created_from_a_dictionary(self):
        utils.create_from_dict(
            client.ApiClient(),
            {
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "metadata": {"name": "none", "namespace": NAMESPACE},
                "spec": {
                    "replicas": 0,
                    "selector": {"matchLabels": {"app": "none"}},
                    "template": {
                        "metadata": {"labels": {"app": "none"}},
                        "spec": {"containers": [{"name": "main", "image": "none"}]},
                    },
                },
            },
        )
        scale = APPS.patch_namespaced_deployment_scale("none", NAMESPACE, {"spec": {"replicas": 1}})
        self.assertEqual(scale.spec.replicas, 1)
        deployment = APPS.read_namespaced_deployment("none", NAMESPACE)
        self.assertEqual(deployment.spec.strategy.type, "RollingUpdate")


class Devices(unittest.TestCase):
    def test_devices_of_nodes_are_published(self):
        slices = DEVICES.list_resource_slice(field_selector="spec.driver=gpu.nvidia.com").items
        self.assertGreaterEqual(len(slices), 2)
        self.assertTrue(all(one.spec.devices[0].attributes for one in slices))

    def test_pod_with_a_claim_runs_and_lets_it_go(self):
        DEVICES.create_namespaced_resource_claim(NAMESPACE, claim("gpu"))
        container = client.V1Container(
            name="main",
            image="none",
            resources=client.V1ResourceRequirements(claims=[client.CoreV1ResourceClaim(name="gpu")]),
        )
        spec = client.V1PodSpec(
            containers=[container],
            termination_grace_period_seconds=1,
            resource_claims=[client.V1PodResourceClaim(name="gpu", resource_claim_name="gpu")],
        )
        pod = client.V1Pod(metadata=client.V1ObjectMeta(name="user"), spec=spec)
        CORE.create_namespaced_pod(NAMESPACE, pod)
        self.follow(CORE.list_namespaced_pod, "user", lambda one: one.status.phase == "Running")
        allocated = DEVICES.read_namespaced_resource_claim_status("gpu", NAMESPACE)
        self.assertEqual(allocated.status.allocation.devices.results[0].driver, "gpu.nvidia.com")
        self.assertEqual(allocated.status.reserved_for[0].name, "user")
        CORE.delete_namespaced_pod("user", NAMESPACE)
        # The client's watch does not find the model of claims, which have two of one name.
        for _ in range(600):
            free = DEVICES.read_namespaced_resource_claim("gpu", NAMESPACE)
            if free.status is None or not free.status.allocation:
                return
            time.sleep(0.1)
        self.fail("the claim is not free in a minute")

    def follow(self, listing, name, holds):
        events = watch.Watch().stream(
            listing, NAMESPACE, field_selector=f"metadata.name={name}", timeout_seconds=60
        )
        for event in events:
            if holds(event["object"]):
                return
        self.fail(f"{name} does not come to that in a minute")


if __name__ == "__main__":
    unittest.main()
