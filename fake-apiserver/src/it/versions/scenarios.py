#!/usr/bin/env python3
"""Prints the scenarios that are recorded for one older version of Kubernetes, one JSON object per line.

  scenarios.py 1.35

They are every twelfth scenario of the corpus, and what differs by version: which versions of the API
are served, every gated field written and read in each of them, lists, watches and managed fields in
another version than the one written, expressions, the DRA fields of pods, nodes, groups and quotas,
and objects that a server of 1.37 with every gate on has left in the store (`before`).
"""
import copy, gzip, json, os, sys, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "../../test/resources/upstream/corpus")
GROUP = "/apis/resource.k8s.io/"
KINDS = {"deviceclasses": "DeviceClass", "resourceclaims": "ResourceClaim", "resourceclaimtemplates": "ResourceClaimTemplate",
         "resourceslices": "ResourceSlice", "devicetaintrules": "DeviceTaintRule", "resourcepoolstatusrequests": "ResourcePoolStatusRequest"}
STABLE = ["v1", "v1beta2", "v1beta1"]
RULES = {34: ["v1alpha3"], 35: ["v1alpha3"], 36: ["v1beta2", "v1alpha3"]}
REQUESTS = {34: [], 35: [], 36: ["v1alpha3"]}
NAMESPACED = ("resourceclaims", "resourceclaimtemplates")
FLAT = ("deviceClassName", "selectors", "allocationMode", "count", "adminAccess", "tolerations", "capacity", "derivedAttributes")


def versions(resource, minor):
    return {"devicetaintrules": RULES, "resourcepoolstatusrequests": REQUESTS}.get(resource, {}).get(minor, STABLE)


def url(resource, version, namespace="corpus"):
    return GROUP + version + ("/namespaces/%s/" % namespace if resource in NAMESPACED else "/") + resource


def claim_spec(spec, version):
    spec = copy.deepcopy(spec)
    if version == "v1beta1":
        for request in spec.get("devices", {}).get("requests") or []:
            request.update(request.pop("exactly", {}))
    return spec


def body(resource, version, name, spec, status=None, labels=None):
    """An object in one version; spec is in the form of v1."""
    if resource == "resourceclaims":
        spec = claim_spec(spec, version)
    elif resource == "resourceclaimtemplates":
        spec = dict(spec, spec=claim_spec(spec["spec"], version))
    elif resource == "resourceslices" and version == "v1beta1":
        spec = copy.deepcopy(spec)
        for device in spec.get("devices") or []:
            basic = {key: device.pop(key) for key in list(device) if key != "name"}
            device["basic"] = basic
    made = {"apiVersion": "resource.k8s.io/" + version, "kind": KINDS[resource], "metadata": {"name": name, "labels": dict(labels or {}, scenario=name)}, "spec": spec}
    if status is not None:
        made["status"] = status
    return made


def step(method, path, body=None, **more):
    made = {"method": method, "path": path}
    if body is not None:
        made["body"] = body
    return dict(made, **more)


def show(path, **more):
    return step("GET", path, show=True, **more)


MERGE = "application/merge-patch+json"
APPLY = "application/apply-patch+yaml"
NOW = "2025-01-01T00:00:00Z"
SLICE = {"driver": "gpu.example.com", "pool": {"name": "pool", "generation": 1, "resourceSliceCount": 1}, "nodeName": "foo"}
SELECTOR = {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["foo"]}]}]}
TAINT = {"key": "example.com/bad", "value": "yes", "effect": "NoSchedule", "timeAdded": NOW}
CONDITION = {"type": "Ready", "status": "True", "reason": "Fine", "message": "", "lastTransitionTime": NOW}
SHARE = "10000000-0000-4000-8000-000000000001"


def slice_with(device=None, **spec):
    made = dict(copy.deepcopy(SLICE), **spec)
    if device is not None:
        made["devices"] = [dict({"name": "gpu-0"}, **device)]
    return made


def without_node(made):
    made.pop("nodeName")
    return made


def slices(minor):
    """Specs of slices by what they show; each uses one feature, some of them wrongly."""
    memory = {"memory": {"value": "40Gi"}}
    consume = {"consumesCounters": [{"counterSet": "set", "counters": {"memory": {"value": "10Gi"}}}]}
    return {
        "plain device": slice_with({"attributes": {"model": {"string": "A100"}, "index": {"int": 0}, "driverVersion": {"version": "1.2.3"}, "gpu.example.com/ok": {"bool": False}}, "capacity": memory}),
        "taint": slice_with({"taints": [TAINT]}),
        "taint without time": slice_with({"taints": [{"key": "example.com/bad", "effect": "NoExecute"}]}),
        "taint of effect None": slice_with({"taints": [dict(TAINT, effect="None")]}),
        "taint of a wrong effect": slice_with({"taints": [dict(TAINT, effect="Wrong")]}),
        "taint without a key": slice_with({"taints": [{"effect": "NoSchedule"}]}),
        "seventeen taints": slice_with({"taints": [dict(TAINT, key="example.com/k%d" % i) for i in range(17)]}),
        "empty list of taints": slice_with({"taints": []}),
        "shared counters": slice_with(sharedCounters=[{"name": "set", "counters": {"memory": {"value": "40Gi"}}}]),
        "shared counters without a name": slice_with(sharedCounters=[{"counters": {"memory": {"value": "40Gi"}}}]),
        "shared counters beside devices": slice_with({}, sharedCounters=[{"name": "set", "counters": {"memory": {"value": "40Gi"}}}]),
        "nine sets of counters": slice_with(sharedCounters=[{"name": "set-%d" % i, "counters": {"memory": {"value": "1"}}} for i in range(9)]),
        "consumed counters": slice_with(consume),
        "consumed counters of two sets": slice_with({"consumesCounters": [dict(consume["consumesCounters"][0], counterSet="set-%d" % i) for i in range(3)]}),
        "consumed counters without any": slice_with({"consumesCounters": [{"counterSet": "set"}]}),
        "nodes chosen per device": without_node(slice_with({"nodeName": "foo"}, perDeviceNodeSelection=True)),
        "node selector per device": without_node(slice_with({"nodeSelector": SELECTOR}, perDeviceNodeSelection=True)),
        "all nodes per device": without_node(slice_with({"allNodes": True}, perDeviceNodeSelection=True)),
        "nodes per device beside the slice's": slice_with({"nodeName": "foo"}),
        "per-device selection false": slice_with({}, perDeviceNodeSelection=False),
        "binding conditions": slice_with({"bindsToNode": True, "bindingConditions": ["example.com/ready"], "bindingFailureConditions": ["example.com/failed"]}),
        "binding conditions without failure": slice_with({"bindingConditions": ["example.com/ready"]}),
        "binds to node": slice_with({"bindsToNode": False}),
        "wrong binding condition": slice_with({"bindingConditions": ["a b"], "bindingFailureConditions": ["c"]}),
        "several allocations": slice_with({"allowMultipleAllocations": True, "capacity": memory}),
        "several allocations false": slice_with({"allowMultipleAllocations": False}),
        "request policy by range": slice_with({"allowMultipleAllocations": True, "capacity": {"memory": {"value": "40Gi", "requestPolicy": {"default": "1Gi", "validRange": {"min": "1Gi", "max": "8Gi", "step": "1Gi"}}}}}),
        "request policy by values": slice_with({"allowMultipleAllocations": True, "capacity": {"memory": {"value": "40Gi", "requestPolicy": {"default": "1Gi", "validValues": ["1Gi", "2Gi"]}}}}),
        "request policy without several allocations": slice_with({"capacity": {"memory": {"value": "40Gi", "requestPolicy": {"default": "1Gi"}}}}),
        "request policy by fractions": slice_with({"allowMultipleAllocations": True, "capacity": {"memory": {"value": "4", "requestPolicy": {"default": "500m", "validRange": {"min": "500m", "step": "250m"}}}}}),
        "wrong request policy": slice_with({"allowMultipleAllocations": True, "capacity": {"memory": {"value": "40Gi", "requestPolicy": {"validRange": {"max": "8Gi"}}}}}),
        "list of strings": slice_with({"attributes": {"numa": {"strings": ["a", "b"]}}}),
        "lists of all types": slice_with({"attributes": {"i": {"ints": [1, 2]}, "b": {"bools": [True]}, "v": {"versions": ["1.2.3"]}, "s": {"string": "x"}}}),
        "empty list attribute": slice_with({"attributes": {"numa": {"strings": []}}}),
        "list beside a value": slice_with({"attributes": {"numa": {"strings": ["a"], "string": "a"}}}),
        "compatibility groups": slice_with({"consumesCounters": [dict(consume["consumesCounters"][0], compatibilityGroups=["a", "b"])]}),
        "wrong compatibility group": slice_with({"consumesCounters": [dict(consume["consumesCounters"][0], compatibilityGroups=["Bad!"])]}),
        "node-allocatable resources": slice_with({"nodeAllocatableResources": {"cpu": {"mapping": {"deviceMultiplier": "1"}}}}),
        "node-allocatable resources of a plain node": slice_with({"nodeAllocatableResources": {"cpu": {"mapping": {"deviceMultiplier": "1"}}}}, nodeName="corpus-plain"),
        "wrong node-allocatable resource": slice_with({"nodeAllocatableResources": {"ephemeral-storage": {"mapping": {"deviceMultiplier": "1"}}}}),
        "partition type": slice_with(dict(consume, attributes={"profile": {"string": "1g"}}), partitionTypeAttribute="gpu.example.com/profile"),
        "wrong partition type": slice_with({}, partitionTypeAttribute="profile"),
        "skipped node operations": slice_with({}, skipNodeOperations=["*"]),
        "wrong skipped node operation": slice_with({}, skipNodeOperations=["Nothing"]),
        "all nodes": dict(without_node(slice_with({})), allNodes=True),
        "all nodes false": dict(without_node(slice_with({})), allNodes=False),
        "empty node name": slice_with({}, nodeName=""),
        "node selector": dict(without_node(slice_with({})), nodeSelector=SELECTOR),
        "upper-case driver": slice_with({}, driver="GPU.example.com"),
        "no driver": slice_with({}, driver=""),
        "sixty-five devices with taints": slice_with(devices=[dict({"name": "gpu-%d" % i}, **({"taints": [TAINT]} if i == 0 else {})) for i in range(65)]),
        "129 devices": slice_with(devices=[{"name": "gpu-%d" % i} for i in range(129)]),
        "thirty-three attributes": slice_with({"attributes": {"a%d" % i: {"int": i} for i in range(33)}}),
        "every gated field": without_node(slice_with({"taints": [TAINT], "nodeName": "foo", "bindsToNode": True, "bindingConditions": ["r"], "bindingFailureConditions": ["f"], "allowMultipleAllocations": True,
            "capacity": {"memory": {"value": "4", "requestPolicy": {"default": "1"}}}, "consumesCounters": [{"counterSet": "set", "counters": {"memory": {"value": "1"}}}]}, perDeviceNodeSelection=True)),
    }


def claims():
    def exact(**fields):
        return {"devices": {"requests": [{"name": "r", "exactly": dict({"deviceClassName": "gpu"}, **fields)}]}}

    def with_devices(made, **fields):
        made["devices"].update(fields)
        return made

    def first(*alternatives):
        return {"devices": {"requests": [{"name": "r", "firstAvailable": [dict({"name": "s%d" % i, "deviceClassName": "gpu"}, **fields) for i, fields in enumerate(alternatives)]}]}}
    derived = {"name": "example.com/group", "expression": "device.driver"}
    constraint = [{"matchAttribute": "example.com/group"}]
    return {
        "exact request": exact(selectors=[{"cel": {"expression": "device.driver == \"a\""}}], count=2),
        "all devices": exact(allocationMode="All"),
        "count with all devices": exact(allocationMode="All", count=1),
        "alternatives": first({"count": 2}, {"allocationMode": "All"}),
        "nine alternatives": first(*[{} for _ in range(9)]),
        "exact request beside alternatives": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}, "firstAvailable": [{"name": "s", "deviceClassName": "gpu"}]}]}},
        "neither exact nor alternatives": {"devices": {"requests": [{"name": "r"}]}},
        "no class": exact(deviceClassName="", count=2),
        "toleration": exact(tolerations=[{"key": "k", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}]),
        "toleration by default": exact(tolerations=[{}]),
        "toleration of effect None": exact(tolerations=[{"key": "k", "effect": "None"}]),
        "wrong toleration": exact(tolerations=[{"key": "k", "operator": "Less"}]),
        "toleration of an alternative": first({"tolerations": [{"key": "k", "operator": "Exists"}]}),
        "wrong toleration of an alternative": first({"tolerations": [{"key": "k", "operator": "Exists", "value": "v"}]}),
        "admin access": exact(adminAccess=True),
        "admin access false": exact(adminAccess=False),
        "capacity": exact(capacity={"requests": {"memory": "1Gi"}}),
        "capacity of an alternative": first({"capacity": {"requests": {"memory": "1Gi"}}}),
        "empty capacity": exact(capacity={}),
        "distinct attribute": with_devices(exact(count=2), constraints=[{"distinctAttribute": "example.com/a"}]),
        "wrong distinct attribute": with_devices(exact(count=2), constraints=[{"distinctAttribute": "a"}]),
        "match attribute": with_devices(exact(count=2), constraints=[{"requests": ["r"], "matchAttribute": "example.com/a"}]),
        "empty constraint": with_devices(exact(), constraints=[{}]),
        "both attributes": with_devices(exact(), constraints=[{"matchAttribute": "example.com/a", "distinctAttribute": "example.com/b"}]),
        "derived attribute": with_devices(exact(derivedAttributes=[derived]), constraints=constraint),
        "derived attribute of an alternative": with_devices(first({"derivedAttributes": [derived]}), constraints=constraint),
        "wrong derived attribute": exact(derivedAttributes=[{"name": "x", "expression": "1 +"}]),
        "configuration": with_devices(exact(), config=[{"requests": ["r"], "opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]),
        "configuration of an alternative": with_devices(first({}), config=[{"requests": ["r/s0"], "opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]),
        "wrong configuration": with_devices(exact(), config=[{"requests": ["x"], "opaque": {"driver": "gpu.example.com", "parameters": 1}}]),
        "no requests": {"devices": {}},
        "thirty-three requests": {"devices": {"requests": [{"name": "r%d" % i, "exactly": {"deviceClassName": "gpu"}} for i in range(33)]}},
        "request twice": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}] * 2}},
    }


def statuses():
    def result(**fields):
        return dict({"request": "r", "driver": "gpu.example.com", "pool": "pool", "device": "gpu-0"}, **fields)

    def allocated(*results, **fields):
        made = {"allocation": {"devices": {"results": list(results)}, "nodeSelector": SELECTOR}, "reservedFor": [{"resource": "pods", "name": "p", "uid": "u"}]}
        made["allocation"].update(fields.pop("allocation", {}))
        return dict(made, **fields)
    device = {"driver": "gpu.example.com", "pool": "pool", "device": "gpu-0"}
    return {
        "allocated": allocated(result()),
        "allocated with a time": allocated(result(), allocation={"allocationTimestamp": NOW}),
        "result with tolerations": allocated(result(tolerations=[{"key": "k"}])),
        "result with a wrong toleration": allocated(result(tolerations=[{"key": "k", "operator": "Less"}])),
        "result with admin access": allocated(result(adminAccess=True)),
        "result with a share": allocated(result(shareID=SHARE, consumedCapacity={"memory": "1Gi"})),
        "result with a wrong share": allocated(result(shareID="x")),
        "result with binding conditions": allocated(result(bindingConditions=["r"], bindingFailureConditions=["f"])),
        "result with too many binding conditions": allocated(result(bindingConditions=list("abcde"), bindingFailureConditions=["f"])),
        "result with skipped operations": allocated(result(skipNodeOperations=["*"])),
        "result with wrong skipped operations": allocated(result(skipNodeOperations=["NodePrepareResources"])),
        "device status": allocated(result(), devices=[dict(device, conditions=[CONDITION], data={"a": 1}, networkData={"interfaceName": "eth0", "ips": ["10.0.0.1/24"], "hardwareAddress": "aa"})]),
        "device status without conditions": allocated(result(), devices=[device]),
        "device status of a share": allocated(result(shareID=SHARE), devices=[dict(device, shareID=SHARE)]),
        "device status of another device": allocated(result(), devices=[dict(device, device="gpu-1")]),
        "wrong device status": allocated(result(), devices=[dict(device, networkData={"ips": ["10.0.0.1"]})]),
        "configuration from a class": allocated(result(), allocation={"devices": {"results": [result()], "config": [{"source": "FromClass", "opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]}}),
        "configuration from nowhere": allocated(result(), allocation={"devices": {"results": [result()], "config": [{"source": "", "opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]}}),
        "reserved without allocation": {"reservedFor": [{"resource": "pods", "name": "p", "uid": "u"}]},
    }


def classes():
    return {
        "plain class": {"selectors": [{"cel": {"expression": "device.driver == \"a\""}}], "config": [{"opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}]},
        "extended resource": {"extendedResourceName": "example.com/gpu"},
        "wrong extended resource": {"extendedResourceName": "gpu"},
        "extended resource of Kubernetes": {"extendedResourceName": "deviceclass.resource.kubernetes.io/gpu"},
        "empty class": {},
    }


def rules():
    return {
        "rule": {"deviceSelector": {"driver": "gpu.example.com", "pool": "pool", "device": "gpu-0"}, "taint": TAINT},
        "rule without time": {"deviceSelector": {}, "taint": {"key": "k", "effect": "NoExecute"}},
        "rule of effect None": {"taint": {"key": "k", "effect": "None"}},
        "rule of a wrong effect": {"taint": {"key": "k", "effect": "Wrong"}},
        "rule without taint": {},
        "rule with fields of 1.32": {"deviceSelector": {"deviceClassName": "gpu", "selectors": [{"cel": {"expression": "true"}}]}, "taint": TAINT},
        "rule for a wrong pool": {"deviceSelector": {"pool": "Bad!"}, "taint": TAINT},
    }


def requests():
    return {
        "request": {"driver": "gpu.example.com"},
        "request for a pool": {"driver": "gpu.example.com", "poolName": "pool", "limit": 3},
        "request with a type": {"driver": "gpu.example.com", "defaultPartitionTypeAttribute": "gpu.example.com/profile"},
        "request with a wrong type": {"driver": "gpu.example.com", "defaultPartitionTypeAttribute": "profile"},
        "request beyond the limit": {"driver": "gpu.example.com", "limit": 1001},
        "request without driver": {},
    }


EXPRESSIONS = [
    "device.allowMultipleAllocations", "device.allowMultipleAllocations == true", "device.capacity[\"a\"].b.compareTo(quantity(\"1\")) > 0",
    "device.attributes[\"a\"].b.includes(\"x\")", "[\"x\"].includes(\"x\")", "device.attributes[\"a\"].b.exists(x, x == 1)", "device.attributes[\"a\"].b == \"x\"",
    "device.attributes[\"a\"].b.isGreaterThan(semver(\"1.0.0\"))", "semver(\"v1.0\", true).major() == 1", "isSemver(\"v1.0\", true)", "device.attributes[\"a\"].?b.orValue(\"x\") == \"x\"",
    "optional.of(1).hasValue()", "cel.bind(x, device.driver, x == \"a\")", "[1, 2].all(i, v, i < v)", "[1, 2].exists(i, v, i == v)", "[1, 2].transformList(i, v, v + i) == [1, 3]",
    "{\"a\": 1}.transformMap(k, v, v) == {\"a\": 1}", "{\"a\": 1}.transformMapEntry(k, v, {k: v}) == {\"a\": 1}", "[3, 1].sort() == [1, 3]", "[3, 1].sortBy(x, x) == [1, 3]", "[1, 2].slice(0, 1) == [1]",
    "[1, 1].distinct() == [1]", "[[1]].flatten() == [1]", "[1, 2].reverse() == [2, 1]", "lists.range(2) == [0, 1]", "[1, 2].first().hasValue()", "[1, 2].last().hasValue()",
    "sets.contains([1], [1])", "ip(\"1.2.3.4\").isLoopback()", "cidr(\"1.2.3.0/24\").containsIP(\"1.2.3.4\")", "url(\"https://a\").getHost() == \"a\"", "format.dns1123Label().validate(\"a\").hasValue()",
    "\"a\".format([])==\"a\"", "\"%s\".format([1]) == \"1\"", "\"abc\".charAt(0) == \"a\"", "\"abc\".reverse() == \"cba\"", "strings.quote(\"a\") == \"a\"", "math.greatest(1, 2) == 2", "base64.encode(b\"a\") == \"YQ==\"",
    "regex.replace(\"a\", \"a\", \"b\") == \"b\"", "\"a\".find(\"a\") == \"a\"", "[1, 2].sum() == 3", "[1, 2].isSorted()", "quantity(\"1\").add(1) == quantity(\"2\")", "duration(\"1s\") == duration(\"1s\")", "timestamp(\"2025-01-01T00:00:00Z\").getFullYear() == 2025",
    "authorizer.path(\"/\").check(\"get\").allowed()", "has(device.attributes[\"a\"].b)", "\"a\" in device.attributes", "device.name == \"a\"", "device.nodeName == \"a\"", "device.taints == []", "1", "\"a\"", "dyn(true)", "device.driver.lowerAscii() == \"a\"",
    "jsonpatch.escapeKey(\"a\") == \"a\"", "[\"a\"].join(\",\") == \"a\"", "variables.x", "device.attributes[\"a\"].b.size() > 0", "two.var",
]


def scenario(test, *steps, **more):
    return dict({"test": test, "steps": list(steps)}, **more)


def everywhere(resource, minor):
    return [show(url(resource, version) + "/{name}") for version in versions(resource, minor)]


def written(minor):
    """Everything written in each version, read in each, changed and written again."""
    for resource, kind, specs in (("resourceslices", "slice", slices(minor)), ("resourceclaims", "claim", claims()), ("resourceclaimtemplates", "template", claims()),
                                  ("deviceclasses", "class", classes()), ("devicetaintrules", "rule", rules()), ("resourcepoolstatusrequests", "pool status request", requests())):
        for number, (what, spec) in enumerate(specs.items()):
            served = versions(resource, minor)
            # Every version for what the versions hold differently, one in turn for the rest.
            if resource == "resourceclaimtemplates":
                spec, served = {"spec": spec}, served[number % 3:number % 3 + 1]
            elif resource == "deviceclasses":
                served = served[number % 3:number % 3 + 1]
            for version in served:
                name = "w-%s-%s-%d" % (kind.replace(" ", "-"), version, number)
                namespace = "corpus-admin" if "admin access" in what else "corpus"
                path = url(resource, version, namespace)
                made = body(resource, version, name, spec)
                others = [other for other in versions(resource, minor) if other != version][:1 if number % 2 else 2]
                # Without a time the server takes its own, which may have gone on by then.
                update = [] if "without time" in what or what == "rule of effect None" else [step("PUT", path + "/{name}", body(resource, version, name, spec, labels={"changed": "yes"}), useLatestVersion=True, show=True)]
                yield scenario("%s: %s, %s" % (version, kind, what), step("POST", path, made, show=True), *[show(url(resource, other, namespace) + "/{name}") for other in others], *update)
    for number, (what, status) in enumerate(statuses().items()):
        for version in STABLE:
            name = "s-%s-%d" % (version, number)
            namespace = "corpus-admin" if "admin access" in what else "corpus"
            path = url("resourceclaims", version, namespace)
            made = body("resourceclaims", version, name, {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}})
            yield scenario("%s: status, %s" % (version, what), step("POST", path, made), step("PUT", path + "/{name}/status", dict(made, status=status), useLatestVersion=True, show=True),
                           step("PUT", path + "/{name}/status", dict(made, status={}), useLatestVersion=True, show=True))


def served(minor):
    """What is there and what is not, in versions of the API that once were or will be."""
    yield scenario("discovery of the group", step("GET", "/apis/resource.k8s.io", show="whole"))
    yield scenario("discovery of scheduling", step("GET", "/apis/scheduling.k8s.io", show="whole"))
    for version in ("v1", "v1beta2", "v1beta1", "v1alpha3", "v1alpha2"):
        yield scenario("discovery of " + version, step("GET", GROUP + version, show="whole"))
        for resource in KINDS:
            path = url(resource, version)
            yield scenario("%s of %s" % (resource, version), step("GET", path + "?labelSelector=scenario%3Dnone", show=True, goOn=True), step("GET", path + "/none", goOn=True),
                           step("POST", path, {"apiVersion": "resource.k8s.io/" + version, "kind": KINDS[resource]}, goOn=True), step("GET", path + "/none/status", goOn=True),
                           step("DELETE", path + "/none", goOn=True))
    for version in ("v1alpha1", "v1alpha2", "v1alpha3", "v1beta1"):
        yield scenario("groups of scheduling %s" % version, *[step("GET", "/apis/scheduling.k8s.io/%s/namespaces/corpus/%s" % (version, resource), show=True, goOn=True)
                                                              for resource in ("workloads", "podgroups", "compositepodgroups")])


SEVERAL = {"deviceclasses": classes()["plain class"], "resourceclaims": claims()["alternatives"], "resourceclaimtemplates": {"spec": claims()["exact request"]},
           "resourceslices": slice_with({"attributes": {"a": {"int": 1}}}), "devicetaintrules": rules()["rule"], "resourcepoolstatusrequests": requests()["request"]}


def changes(resource, version):
    return {"resourceslices": {"pool": {"generation": 2, "resourceSliceCount": 1}}, "deviceclasses": {"selectors": []}, "devicetaintrules": {"taint": {"key": "k", "effect": "NoExecute"}}}.get(resource)


def converted(minor):
    """Lists, watches and managed fields in another version than the one that was written."""
    for resource in KINDS:
        every = versions(resource, minor)
        for version in every:
            for other in every:
                name = "c-%s-%s-%s" % (resource[-8:], version, other)
                path, elsewhere = url(resource, version), url(resource, other)
                select = "labelSelector=scenario%3D" + name
                made = body(resource, version, name, SEVERAL[resource])
                change = changes(resource, version)
                update = [step("PATCH", path + "/{name}?fieldManager=second", {"spec": change}, contentType=MERGE)] if change else []
                yield scenario("%s written in %s, listed and watched in %s" % (resource, version, other), step("POST", path + "?fieldManager=first", made), *update,
                               step("PATCH", elsewhere + "/{name}?fieldManager=third", {"metadata": {"annotations": {"a": "b"}}}, contentType=MERGE, show=["managedFields"]),
                               step("GET", elsewhere + "?" + select, show=["managedFields"]), step("GET", elsewhere + "?watch=1&timeoutSeconds=1&resourceVersion={version}&" + select, show=True),
                               step("GET", elsewhere + "?watch=1&timeoutSeconds=1&" + select, show=["managedFields"]))
                yield scenario("%s applied in %s, then in %s" % (resource, version, other),
                               step("PATCH", path + "/" + name + "-a?fieldManager=first", body(resource, version, name + "-a", SEVERAL[resource]), contentType=APPLY, show=["managedFields"]),
                               step("PATCH", elsewhere + "/" + name + "-a?fieldManager=first", body(resource, other, name + "-a", SEVERAL[resource], labels={"more": "yes"}), contentType=APPLY, show=["managedFields"]),
                               step("PATCH", elsewhere + "/" + name + "-a?fieldManager=second", body(resource, other, name + "-a", dict(SEVERAL[resource], **(change or {}))), contentType=APPLY, show=["managedFields"], goOn=True),
                               step("DELETE", elsewhere + "/" + name + "-a"))


def expressions(minor):
    for number, expression in enumerate(EXPRESSIONS):
        name = "e-%d" % number
        yield scenario("expression " + expression, step("POST", url("deviceclasses", "v1"), body("deviceclasses", "v1", name, {"selectors": [{"cel": {"expression": expression}}]})))


def pod(name, **spec):
    resources = spec.pop("resources", {})
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": dict({"containers": [{"name": "c", "image": "i", "resources": resources}]}, **spec)}


def pods(minor):
    path = "/api/v1/namespaces/corpus/pods"
    made = {
        "claim": dict(resourceClaims=[{"name": "gpu", "resourceClaimName": "c"}], resources={"claims": [{"name": "gpu", "request": "r"}]}),
        "template": dict(resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": "t"}], resources={"claims": [{"name": "gpu"}]}),
        "both": dict(resourceClaims=[{"name": "gpu", "resourceClaimName": "c", "resourceClaimTemplateName": "t"}]),
        "neither": dict(resourceClaims=[{"name": "gpu"}]),
        "twice": dict(resourceClaims=[{"name": "gpu", "resourceClaimName": "c"}] * 2),
        "wrong names": dict(resourceClaims=[{"name": "GPU", "resourceClaimName": "C!"}]),
        "unknown": dict(resources={"claims": [{"name": "gpu"}]}),
        "used twice": dict(resourceClaims=[{"name": "gpu", "resourceClaimName": "c"}], resources={"claims": [{"name": "gpu"}, {"name": "gpu"}]}),
        "two requests": dict(resourceClaims=[{"name": "gpu", "resourceClaimName": "c"}], resources={"claims": [{"name": "gpu", "request": "a"}, {"name": "gpu", "request": "b"}]}),
        "one claim under two names": dict(resourceClaims=[{"name": "a", "resourceClaimName": "c"}, {"name": "b", "resourceClaimName": "c"}]),
        "extended resource": dict(resources={"limits": {"example.com/gpu": "1"}}),
        "implicit extended resource": dict(resources={"limits": {"deviceclass.resource.kubernetes.io/gpu": "2"}}),
        "pod group": dict(schedulingGroup={"podGroupName": "g"}),
        "empty pod group": dict(schedulingGroup={}),
        "wrong pod group": dict(schedulingGroup={"podGroupName": "G!"}),
        "workload of 1.35": dict(workloadRef={"name": "w", "podGroup": "g"}),
    }
    for number, (what, spec) in enumerate(made.items()):
        name = "p-%d" % number
        yield scenario("pod: " + what, step("POST", path + "?fieldValidation=Warn", pod(name, **copy.deepcopy(spec)), show=True),
                       step("PATCH", path + "/{name}", {"metadata": {"labels": {"a": "b"}}}, contentType=MERGE, show=True),
                       step("DELETE", path + "/{name}?gracePeriodSeconds=0"))
    container = {"name": "c", "image": "i", "imageID": "", "ready": True, "restartCount": 0, "state": {}, "lastState": {}}
    status = {
        "claim statuses": {"resourceClaimStatuses": [{"name": "gpu", "resourceClaimName": "x"}]},
        "claim status without a claim": {"resourceClaimStatuses": [{"name": "gpu"}]},
        "claim status of another claim": {"resourceClaimStatuses": [{"name": "nic", "resourceClaimName": "x"}]},
        "claim status twice": {"resourceClaimStatuses": [{"name": "gpu"}, {"name": "gpu"}]},
        "extended claim": {"extendedResourceClaimStatus": {"resourceClaimName": "x", "requestMappings": [{"containerName": "c", "resourceName": "example.com/gpu", "requestName": "container-0-request-0"}]}},
        "wrong extended claim": {"extendedResourceClaimStatus": {"resourceClaimName": "X!", "requestMappings": [{"containerName": "d", "resourceName": "gpu", "requestName": "R!"}]}},
        "health": {"containerStatuses": [dict(container, allocatedResourcesStatus=[{"name": "claim:gpu/r", "resources": [{"resourceID": "a/b/c", "health": "Healthy"}]}])]},
        "health with a message": {"containerStatuses": [dict(container, allocatedResourcesStatus=[{"name": "claim:gpu/r", "resources": [{"resourceID": "a/b/c", "health": "Unhealthy", "message": "hot"}]}])]},
        "wrong health": {"containerStatuses": [dict(container, allocatedResourcesStatus=[{"name": "claim:nic", "resources": [{"resourceID": "a", "health": "Sick"}]}])]},
        "node-allocatable claims": {"nodeAllocatableResourceClaimStatuses": [{"resourceClaimName": "x", "containers": ["c"], "mapping": [{"name": "cpu", "quantity": "1"}]}]},
        "wrong node-allocatable claims": {"nodeAllocatableResourceClaimStatuses": [{"resourceClaimName": "X!", "containers": ["d"], "mapping": [{"name": "storage", "quantity": "-1"}]}]},
    }
    for number, (what, change) in enumerate(status.items()):
        spec = dict(resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": "t"}], resources={"claims": [{"name": "gpu", "request": "r"}], "limits": {"example.com/gpu": "1"}})
        name = "ps-%d" % number
        yield scenario("pod status: " + what, step("POST", path, pod(name, **spec)), step("PATCH", path + "/{name}/status?fieldValidation=Warn", {"status": change}, contentType=MERGE, show=True, goOn=True),
                       step("DELETE", path + "/{name}?gracePeriodSeconds=0"))
    for number, features in enumerate((["DRANodeAllocatableResources"], ["a", "a"], ["b", "a"], ["Bad Name!"], [])):
        yield scenario("node declares %s" % features, step("POST", "/api/v1/nodes", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n-%d" % number}, "status": {"declaredFeatures": features}}, show=True),
                       step("PATCH", "/api/v1/nodes/{name}/status", {"status": {"declaredFeatures": features + ["Zeta"]}}, contentType=MERGE, show=True))
    for number, hard in enumerate(({"gpu.deviceclass.resource.k8s.io/devices": "1"}, {"count/resourceclaims.resource.k8s.io": "1"}, {"requests.deviceclass.resource.kubernetes.io/gpu": "1"},
                                   {"requests.example.com/gpu": "1"}, {"deviceclass.resource.k8s.io/devices": "1"}, {"gpu.deviceclass.resource.k8s.io/devices": "1.5"}, {"GPU!.deviceclass.resource.k8s.io/devices": "1"})):
        yield scenario("quota of %s" % list(hard)[0], step("POST", "/api/v1/namespaces/corpus/resourcequotas", {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q-%d" % number}, "spec": {"hard": hard}, "status": {}}, show=True))


def groups(minor):
    version = "v1alpha3"
    path = "/apis/scheduling.k8s.io/%s/namespaces/corpus/" % version
    claim = [{"name": "gpu", "resourceClaimTemplateName": "t"}]

    def made(kind, name, spec):
        return {"apiVersion": "scheduling.k8s.io/" + version, "kind": kind, "metadata": {"name": name}, "spec": spec}
    policies = {"gang": {"gang": {"minCount": 2}}, "basic": {"basic": {}}, "both": {"gang": {"minCount": 2}, "basic": {}}, "neither": {}, "zero": {"gang": {"minCount": 0}}}
    for number, (what, policy) in enumerate(policies.items()):
        name = "g-%d" % number
        yield scenario("pod group: " + what, step("POST", path + "podgroups", made("PodGroup", name, {"schedulingPolicy": policy, "resourceClaims": claim}), show=True),
                       step("PATCH", path + "podgroups/{name}/status", {"status": {"resourceClaimStatuses": [{"name": "gpu", "resourceClaimName": "x"}]}}, contentType=MERGE, show=True))
        yield scenario("workload: " + what, step("POST", path + "workloads", made("Workload", "w" + name, {"podGroupTemplates": [{"name": "t", "schedulingPolicy": policy, "resourceClaims": claim}]}), show=True))


def left_behind(minor):
    """What a server of 1.37 with every gate on has stored, in the hands of an older one."""
    everything = {
        "slice with every field of a device": ("resourceslices", dict(slice_with({"attributes": {"numa": {"strings": ["a"]}, "profile": {"string": "1g"}}, "taints": [TAINT], "bindsToNode": True, "bindingConditions": ["r"], "bindingFailureConditions": ["f"],
            "allowMultipleAllocations": True, "capacity": {"memory": {"value": "4", "requestPolicy": {"default": "1"}}}, "nodeAllocatableResources": {"cpu": {"mapping": {"deviceMultiplier": "1"}}},
            "consumesCounters": [{"counterSet": "set", "counters": {"m": {"value": "1"}}, "compatibilityGroups": ["a"]}]}), partitionTypeAttribute="gpu.example.com/profile", skipNodeOperations=["*"])),
        "slice with counters": ("resourceslices", slices(minor)["shared counters"]),
        "slice with nodes per device": ("resourceslices", slices(minor)["node selector per device"]),
        "slice with list attributes": ("resourceslices", slices(minor)["lists of all types"]),
        "claim with every field": ("resourceclaims", {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu", "tolerations": [{"key": "k"}], "capacity": {"requests": {"m": "1"}},
            "derivedAttributes": [{"name": "example.com/g", "expression": "device.driver"}]}}, {"name": "q", "firstAvailable": [{"name": "s", "deviceClassName": "gpu", "tolerations": [{"key": "k"}], "capacity": {"requests": {"m": "1"}}}]}],
            "constraints": [{"matchAttribute": "example.com/g"}, {"distinctAttribute": "example.com/d"}]}}),
        "template with every field": ("resourceclaimtemplates", {"spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu", "tolerations": [{"key": "k"}], "capacity": {"requests": {"m": "1"}}}}]}}}),
        "class with an extended resource": ("deviceclasses", {"extendedResourceName": "example.com/gpu", "selectors": [{"cel": {"expression": "[\"a\"].includes(\"a\")"}}]}),
        "rule": ("devicetaintrules", rules()["rule"]),
        "request with a type": ("resourcepoolstatusrequests", requests()["request with a type"]),
    }
    newest = {"devicetaintrules": "v1", "resourcepoolstatusrequests": "v1alpha3"}
    for number, (what, (resource, spec)) in enumerate(everything.items()):
        name = "old-%d" % number
        first = newest.get(resource, "v1")
        before = [step("POST", url(resource, first), body(resource, first, name, spec))]
        for version in versions(resource, minor):
            mine = name + "-" + version
            before = [step("POST", url(resource, first), body(resource, first, mine, spec))]
            path = url(resource, version)
            kept = body(resource, version, mine, spec, labels={"changed": "yes"})
            more = copy.deepcopy(spec)
            for device in more.get("devices", []) if isinstance(more.get("devices"), list) else []:
                device["attributes"] = dict(device.get("attributes", {}), more={"ints": [1]})
            bare = copy.deepcopy(SLICE) if resource == "resourceslices" else {"selectors": []} if resource == "deviceclasses" else spec
            yield scenario("%s: left behind, %s" % (version, what), show(path + "/" + mine), step("PUT", path + "/" + mine, kept, useLatestVersion=True, show=True),
                           step("PUT", path + "/" + mine, body(resource, version, mine, more), useLatestVersion=True, show=True, goOn=True),
                           step("PATCH", path + "/" + mine, {"metadata": {"annotations": {"a": "b"}}}, contentType=MERGE, show=True, goOn=True),
                           step("PUT", path + "/" + mine, body(resource, version, mine, bare), useLatestVersion=True, show=True, goOn=True),
                           step("PUT", path + "/" + mine, kept, useLatestVersion=True, show=True, goOn=True), step("DELETE", path + "/" + mine), before=before)
    # What is listed and watched is what is stored, gates or not.
    for resource in ("resourceslices", "resourceclaims", "devicetaintrules"):
        for version in versions(resource, minor):
            name = "listed-%s-%s" % (resource[-6:], version)
            spec = everything["slice with every field of a device"][1] if resource == "resourceslices" else claims()["toleration"] if resource == "resourceclaims" else rules()["rule"]
            first = newest.get(resource, "v1")
            yield scenario("%s: left behind, list and watch of %s" % (version, resource), step("GET", url(resource, version) + "?labelSelector=scenario%3D" + name, show=True),
                           step("GET", url(resource, version) + "?watch=1&timeoutSeconds=1&labelSelector=scenario%3D" + name, show=True),
                           before=[step("POST", url(resource, first), body(resource, first, name, spec))])
    for number, (what, status) in enumerate(statuses().items()):
        if "wrong" in what or "too many" in what or "another" in what or "nowhere" in what or "without allocation" in what:
            continue
        name = "old-status-%d" % number
        namespace = "corpus-admin" if "admin access" in what else "corpus"
        path = url("resourceclaims", "v1", namespace)
        made = body("resourceclaims", "v1", name, {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}})
        yield scenario("status left behind, " + what, show(path + "/" + name), step("PUT", path + "/" + name + "/status", dict(made, status=status), useLatestVersion=True, show=True),
                       step("PATCH", path + "/" + name + "/status", {"status": {"reservedFor": None}}, contentType=MERGE, show=True),
                       step("PUT", path + "/" + name + "/status", dict(made, status={}), useLatestVersion=True, show=True), step("DELETE", path + "/" + name),
                       before=[step("POST", path, made), step("PUT", path + "/" + name + "/status", dict(made, status=status), useLatestVersion=True)])


def older(text, version):
    return text.replace(GROUP + "v1/devicetaintrules", GROUP + version + "/devicetaintrules").replace('"resource.k8s.io/v1"', '"resource.k8s.io/%s"' % version)


def from_corpus(minor):
    """Every twelfth scenario; those about taint rules in the versions that have them."""
    for part in ("mutations", "formats", "conversions", "protocol"):
        with gzip.open(os.path.join(CORPUS, part + ".jsonl.gz"), "rt", encoding="utf-8") as lines:
            for line in lines:
                entry = json.loads(line)
                if zlib.crc32(entry["id"].encode()) % 12:
                    continue
                made = {"id": entry["id"], "test": entry.get("test", ""), "steps": entry["steps"]}
                if GROUP + "v1/devicetaintrules" in line:
                    version = RULES[minor][0]
                    made = json.loads(older(json.dumps(made), version))
                    made["test"] = version + ": " + made["test"]
                yield made


def main():
    minor = int(sys.argv[1].split(".")[1])
    for family in (from_corpus, served, written, converted, expressions, pods, groups, left_behind):
        for number, made in enumerate(family(minor)):
            print(json.dumps(dict({"id": "%s-%04d" % (family.__name__.replace("_", "-"), number + 1)}, **made), separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
