// Package client holds what Go programs do with a cluster: KUBECONFIG names one whose nodes have
// GPUs of driver gpu.nvidia.com. The same holds against kube-apiserver 1.37.2.
package client

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	resourcev1beta1 "k8s.io/api/resource/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/retry"
	"k8s.io/dynamic-resource-allocation/resourceslice"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const patience = time.Minute

var (
	config    *rest.Config
	clientset *kubernetes.Clientset
	namespace = "go-" + rand.String(8)
)

func TestMain(m *testing.M) {
	var err error
	if config, err = clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG")); err != nil {
		panic(err)
	}
	config.QPS, config.Burst = 1000, 1000
	clientset = kubernetes.NewForConfigOrDie(config)
	ctx := context.Background()
	made := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	if _, err := clientset.CoreV1().Namespaces().Create(ctx, made, metav1.CreateOptions{}); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = clientset.CoreV1().Namespaces().Delete(ctx, namespace, metav1.DeleteOptions{})
	os.Exit(code)
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	err := wait.PollUntilContextTimeout(context.Background(), 20*time.Millisecond, patience, true,
		func(context.Context) (bool, error) { return holds(), nil })
	if err != nil {
		t.Fatalf("not in a minute: %s", what)
	}
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace}, Data: data}
}

func claim(name string) *resourceapi.ResourceClaim {
	request := resourceapi.DeviceRequest{Name: "gpu", Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu.nvidia.com"}}
	return &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{request}}}}
}

// The typed client speaks protobuf by itself.
func TestTypedObjectsLiveAndDie(t *testing.T) {
	ctx, maps := within(t), clientset.CoreV1().ConfigMaps(namespace)
	made := must[*corev1.ConfigMap](t)(maps.Create(ctx, configMap("life", map[string]string{"a": "1"}), metav1.CreateOptions{}))
	if _, err := maps.Create(ctx, configMap("life", nil), metav1.CreateOptions{}); !apierrors.IsAlreadyExists(err) {
		t.Errorf("the second creation: %v", err)
	}
	made.Data["a"] = "2"
	changed := must[*corev1.ConfigMap](t)(maps.Update(ctx, made, metav1.UpdateOptions{}))
	if changed.ResourceVersion == made.ResourceVersion || changed.UID != made.UID {
		t.Errorf("update from %v to %v", made.ObjectMeta, changed.ObjectMeta)
	}
	if _, err := maps.Update(ctx, made, metav1.UpdateOptions{}); !apierrors.IsConflict(err) {
		t.Errorf("a stale update: %v", err)
	}
	wrong := types.UID("wrong")
	err := maps.Delete(ctx, "life", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &wrong}})
	if !apierrors.IsConflict(err) {
		t.Errorf("deletion of another object: %v", err)
	}
	if err := maps.Delete(ctx, "life", metav1.DeleteOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := maps.Get(ctx, "life", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Errorf("after the deletion: %v", err)
	}
	for i := range 3 {
		must[*corev1.ConfigMap](t)(maps.Create(ctx, configMap(fmt.Sprint("many-", i), nil), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}))
		must[*corev1.ConfigMap](t)(maps.Create(ctx, configMap(fmt.Sprint("many-", i), nil), metav1.CreateOptions{}))
	}
	page := must[*corev1.ConfigMapList](t)(maps.List(ctx, metav1.ListOptions{Limit: 2}))
	if len(page.Items) != 2 || page.Continue == "" || ptr.Deref(page.RemainingItemCount, 0) < 1 {
		t.Errorf("the first page: %v", page.ListMeta)
	}
	if err := maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		t.Error(err)
	}
}

func TestInvalidObjectNamesItsFields(t *testing.T) {
	bad := claim("bad")
	bad.Spec.Devices.Requests[0].Exactly.DeviceClassName = "-"
	_, err := clientset.ResourceV1().ResourceClaims(namespace).Create(within(t), bad, metav1.CreateOptions{})
	if !apierrors.IsInvalid(err) || !strings.Contains(err.Error(), "spec.devices.requests[0].exactly.deviceClassName") {
		t.Errorf("refused with %v", err)
	}
}

func TestPatchesOfEveryKind(t *testing.T) {
	ctx, maps := within(t), clientset.CoreV1().ConfigMaps(namespace)
	must[*corev1.ConfigMap](t)(maps.Create(ctx, configMap("patched", map[string]string{"a": "1"}), metav1.CreateOptions{}))
	patch := func(kind types.PatchType, body string) map[string]string {
		return must[*corev1.ConfigMap](t)(maps.Patch(ctx, "patched", kind, []byte(body), metav1.PatchOptions{})).Data
	}
	patch(types.JSONPatchType, `[{"op":"add","path":"/data/b","value":"2"}]`)
	patch(types.MergePatchType, `{"data":{"c":"3","a":null}}`)
	if data := patch(types.StrategicMergePatchType, `{"data":{"$patch":"replace","d":"4"}}`); fmt.Sprint(data) != "map[d:4]" {
		t.Errorf("data is %v", data)
	}
	mine := applycorev1.ConfigMap("patched", namespace).WithData(map[string]string{"d": "5"})
	if _, err := maps.Apply(ctx, mine, metav1.ApplyOptions{FieldManager: "mine"}); !apierrors.IsConflict(err) {
		t.Errorf("apply of what others own: %v", err)
	}
	applied := must[*corev1.ConfigMap](t)(maps.Apply(ctx, mine, metav1.ApplyOptions{FieldManager: "mine", Force: true}))
	owns := func(field metav1.ManagedFieldsEntry) bool {
		return field.Manager == "mine" && field.Operation == metav1.ManagedFieldsOperationApply
	}
	if !slices.ContainsFunc(applied.ManagedFields, owns) {
		t.Errorf("managed fields are %v", applied.ManagedFields)
	}
	extracted := must[*applycorev1.ConfigMapApplyConfiguration](t)(applycorev1.ExtractConfigMap(applied, "mine"))
	if fmt.Sprint(extracted.Data) != "map[d:5]" {
		t.Errorf("mine is %v", extracted.Data)
	}
}

func TestInformerFollowsAndNeverMisses(t *testing.T) {
	ctx := within(t)
	factory := informers.NewSharedInformerFactoryWithOptions(clientset, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Secrets().Informer()
	versions := make(chan string, 1000)
	must[cache.ResourceEventHandlerRegistration](t)(informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { versions <- "add " + object.(*corev1.Secret).Name },
		UpdateFunc: func(_, now any) { versions <- "update " + string(now.(*corev1.Secret).Data["n"]) },
		DeleteFunc: func(object any) { versions <- "delete" },
	}))
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		t.Fatal("the informer does not sync")
	}
	secrets := clientset.CoreV1().Secrets(namespace)
	secret := must[*corev1.Secret](t)(secrets.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "followed"}}, metav1.CreateOptions{}))
	want := []string{"add followed"}
	for i := range 50 {
		secret.Data = map[string][]byte{"n": fmt.Append(nil, i)}
		secret = must[*corev1.Secret](t)(secrets.Update(ctx, secret, metav1.UpdateOptions{}))
		want = append(want, fmt.Sprint("update ", i))
	}
	if err := secrets.Delete(ctx, "followed", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, expected := range append(want, "delete") {
		select {
		case seen := <-versions:
			if seen != expected {
				t.Fatalf("saw %s, not %s", seen, expected)
			}
		case <-ctx.Done():
			t.Fatalf("never saw %s", expected)
		}
	}
}

func TestStreamedListEndsWithItsMark(t *testing.T) {
	ctx := within(t)
	must[*corev1.ConfigMap](t)(clientset.CoreV1().ConfigMaps(namespace).Create(ctx, configMap("streamed", nil), metav1.CreateOptions{}))
	for name, start := range map[string]func(metav1.ListOptions) (watch.Interface, error){
		"typed": func(o metav1.ListOptions) (watch.Interface, error) {
			return clientset.CoreV1().ConfigMaps(namespace).Watch(ctx, o)
		},
		"dynamic": func(o metav1.ListOptions) (watch.Interface, error) {
			return dynamic.NewForConfigOrDie(config).Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).Namespace(namespace).Watch(ctx, o)
		},
		"metadata": func(o metav1.ListOptions) (watch.Interface, error) {
			return metadata.NewForConfigOrDie(config).Resource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}).Namespace(namespace).Watch(ctx, o)
		},
	} {
		stream := must[watch.Interface](t)(start(metav1.ListOptions{SendInitialEvents: ptr.To(true), AllowWatchBookmarks: true,
			ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan}))
		found := false
		for event := range stream.ResultChan() {
			object := event.Object.(metav1.Object)
			if event.Type == watch.Bookmark {
				if object.GetAnnotations()[metav1.InitialEventsAnnotationKey] != "true" {
					t.Errorf("%s: the bookmark has no mark", name)
				}
				break
			}
			found = found || object.GetName() == "streamed"
		}
		stream.Stop()
		if !found {
			t.Errorf("%s: the object is not in the list", name)
		}
	}
}

func TestOneLeaderAtATime(t *testing.T) {
	ctx, cancel := context.WithCancel(within(t))
	led := make(chan string, 2)
	elect := func(ctx context.Context, name string) {
		lock := &resourcelock.LeaseLock{LeaseMeta: metav1.ObjectMeta{Name: "leader", Namespace: namespace}, Client: clientset.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: name}}
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 100 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { led <- name }, OnStoppedLeading: func() {}}})
	}
	go elect(ctx, "first")
	if name := <-led; name != "first" {
		t.Fatalf("%s leads", name)
	}
	lease := must[*coordinationv1.Lease](t)(clientset.CoordinationV1().Leases(namespace).Get(ctx, "leader", metav1.GetOptions{}))
	if ptr.Deref(lease.Spec.HolderIdentity, "") != "first" || lease.Spec.RenewTime.IsZero() {
		t.Errorf("the lease is %v", lease.Spec)
	}
	go elect(within(t), "second")
	cancel()
	if name := <-led; name != "second" {
		t.Fatalf("%s leads", name)
	}
}

func TestEventsOfOneThingAreCountedTogether(t *testing.T) {
	ctx := within(t)
	object := must[*corev1.ConfigMap](t)(clientset.CoreV1().ConfigMaps(namespace).Create(ctx, configMap("eventful", nil), metav1.CreateOptions{}))
	broadcaster := record.NewBroadcaster()
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: clientset.CoreV1().Events(namespace)})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "tester"})
	for range 3 {
		recorder.Event(object, corev1.EventTypeNormal, "Tested", "it was tested")
	}
	eventually(t, "the event is counted three times", func() bool {
		list, err := clientset.CoreV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=eventful,reason=Tested"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Count == 3
	})
	other := must[*unstructured.UnstructuredList](t)(dynamic.NewForConfigOrDie(config).
		Resource(schema.GroupVersionResource{Group: "events.k8s.io", Version: "v1", Resource: "events"}).Namespace(namespace).
		List(ctx, metav1.ListOptions{FieldSelector: "regarding.name=eventful"}))
	if len(other.Items) != 1 || other.Items[0].Object["note"] != "it was tested" {
		t.Errorf("as events.k8s.io: %v", other.Items)
	}
}

func TestClaimInEveryVersion(t *testing.T) {
	ctx := within(t)
	must[*resourceapi.ResourceClaim](t)(clientset.ResourceV1().ResourceClaims(namespace).Create(ctx, claim("versions"), metav1.CreateOptions{}))
	old, err := clientset.ResourceV1beta1().ResourceClaims(namespace).Get(ctx, "versions", metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		t.Skip("SKIPPED: the cluster does not serve resource.k8s.io/v1beta1")
	}
	if must[*resourcev1beta1.ResourceClaim](t)(old, err).Spec.Devices.Requests[0].DeviceClassName != "gpu.nvidia.com" {
		t.Errorf("as v1beta1: %v", old.Spec)
	}
	newer, err := clientset.ResourceV1beta2().ResourceClaims(namespace).Get(ctx, "versions", metav1.GetOptions{})
	if err != nil || newer.Spec.Devices.Requests[0].Exactly.DeviceClassName != "gpu.nvidia.com" {
		t.Errorf("as v1beta2: %v, %v", newer, err)
	}
}

func TestPodGetsItsDevice(t *testing.T) {
	ctx := within(t)
	claims, pods := clientset.ResourceV1().ResourceClaims(namespace), clientset.CoreV1().Pods(namespace)
	must[*resourceapi.ResourceClaim](t)(claims.Create(ctx, claim("gpu"), metav1.CreateOptions{}))
	must[*corev1.Pod](t)(pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "user"}, Spec: corev1.PodSpec{
		TerminationGracePeriodSeconds: ptr.To(int64(1)),
		ResourceClaims:                []corev1.PodResourceClaim{{Name: "gpu", ResourceClaimName: ptr.To("gpu")}},
		Containers: []corev1.Container{{Name: "main", Image: "none",
			Resources: corev1.ResourceRequirements{Claims: []corev1.ResourceClaim{{Name: "gpu"}}}}}}}, metav1.CreateOptions{}))
	eventually(t, "the pod runs", func() bool {
		pod, err := pods.Get(ctx, "user", metav1.GetOptions{})
		return err == nil && pod.Status.Phase == corev1.PodRunning
	})
	allocated := must[*resourceapi.ResourceClaim](t)(claims.Get(ctx, "gpu", metav1.GetOptions{}))
	if allocated.Status.Allocation == nil || allocated.Status.Allocation.Devices.Results[0].Driver != "gpu.nvidia.com" {
		t.Errorf("the claim is %v", allocated.Status)
	}
	condition := metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue, Reason: "Tested", LastTransitionTime: metav1.Now()}
	result := allocated.Status.Allocation.Devices.Results[0]
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now, err := claims.Get(ctx, "gpu", metav1.GetOptions{})
		if err != nil {
			return err
		}
		now.Status.Devices = []resourceapi.AllocatedDeviceStatus{{Driver: result.Driver, Pool: result.Pool, Device: result.Device,
			Conditions: []metav1.Condition{condition}}}
		_, err = claims.UpdateStatus(ctx, now, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		t.Errorf("the status of the device: %v", err)
	}
	if err := pods.Delete(ctx, "user", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the claim is free", func() bool {
		now, err := claims.Get(ctx, "gpu", metav1.GetOptions{})
		return err == nil && now.Status.Allocation == nil && len(now.Status.Devices) == 0
	})
}

func TestSliceControllerPublishesAndMends(t *testing.T) {
	ctx := within(t)
	driver := namespace + ".example.com"
	anywhere := &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
		MatchExpressions: []corev1.NodeSelectorRequirement{{Key: corev1.LabelHostname, Operator: corev1.NodeSelectorOpExists}}}}}
	devices := func(names ...string) *resourceslice.DriverResources {
		var list []resourceapi.Device
		for _, name := range names {
			list = append(list, resourceapi.Device{Name: name, Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"model": {StringValue: ptr.To("a")}}})
		}
		return &resourceslice.DriverResources{Pools: map[string]resourceslice.Pool{"pool": {NodeSelector: anywhere, Slices: []resourceslice.Slice{{Devices: list}}}}}
	}
	controller := must[*resourceslice.Controller](t)(resourceslice.StartController(ctx, resourceslice.Options{DriverName: driver,
		KubeClient: clientset, Resources: devices("a", "b"), SyncDelay: ptr.To(time.Second), MutationCacheTTL: ptr.To(time.Millisecond)}))
	t.Cleanup(controller.Stop)
	published := func() []string {
		list, err := clientset.ResourceV1().ResourceSlices().List(ctx, metav1.ListOptions{FieldSelector: "spec.driver=" + driver})
		var names []string
		if err == nil {
			for _, slice := range list.Items {
				for _, device := range slice.Spec.Devices {
					names = append(names, device.Name)
				}
			}
		}
		return names
	}
	eventually(t, "two devices are published", func() bool { return slices.Equal(published(), []string{"a", "b"}) })
	controller.Update(devices("a", "b", "c"))
	eventually(t, "three devices are published", func() bool { return slices.Equal(published(), []string{"a", "b", "c"}) })
	mine := metav1.ListOptions{FieldSelector: "spec.driver=" + driver}
	if err := clientset.ResourceV1().ResourceSlices().DeleteCollection(ctx, metav1.DeleteOptions{}, mine); err != nil {
		t.Fatal(err)
	}
	eventually(t, "what somebody deleted is published again", func() bool { return len(published()) == 3 })
	controller.Update(&resourceslice.DriverResources{})
	eventually(t, "nothing is left", func() bool { return len(published()) == 0 })
}

// A manager of controller-runtime: a controller gives every ConfigMap with a finalizer a twin.
func TestManagerReconciles(t *testing.T) {
	ctx, cancel := context.WithCancel(within(t))
	manager := must[ctrl.Manager](t)(ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"},
		LeaderElection: true, LeaderElectionID: "twins", LeaderElectionNamespace: namespace}))
	reconciler := &twins{Client: manager.GetClient()}
	if err := ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).Complete(reconciler); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- manager.Start(ctx) }()
	direct := must[client.Client](t)(client.New(config, client.Options{}))
	object := configMap("with-twin", map[string]string{"twin": "yes"})
	if err := direct.Create(ctx, object); err != nil {
		t.Fatal(err)
	}
	secret := &corev1.Secret{}
	key := client.ObjectKeyFromObject(object)
	eventually(t, "the twin is there", func() bool { return direct.Get(ctx, key, secret) == nil })
	if !metav1.IsControlledBy(secret, object) {
		t.Errorf("the twin's owners are %v", secret.OwnerReferences)
	}
	if err := direct.Delete(ctx, secret); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the twin is back", func() bool { return direct.Get(ctx, key, &corev1.Secret{}) == nil })
	if err := direct.Delete(ctx, object); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the object is gone after its finalizer", func() bool { return apierrors.IsNotFound(direct.Get(ctx, key, object)) })
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the manager ended with %v", err)
	}
}

type twins struct{ client.Client }

func (r *twins) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	object := &corev1.ConfigMap{}
	if err := r.Get(ctx, request.NamespacedName, object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if object.Data["twin"] == "" {
		return ctrl.Result{}, nil
	}
	before := object.DeepCopy()
	if !object.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(object, "example.com/twin")
		return ctrl.Result{}, client.IgnoreNotFound(r.Patch(ctx, object, client.MergeFrom(before)))
	}
	if controllerutil.AddFinalizer(object, "example.com/twin") {
		if err := r.Patch(ctx, object, client.MergeFrom(before)); err != nil {
			return ctrl.Result{}, err
		}
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: object.Name, Namespace: object.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error {
		secret.StringData = nil
		secret.Data = map[string][]byte{"twin": []byte(object.Name)}
		return controllerutil.SetControllerReference(object, secret, r.Scheme())
	})
	return ctrl.Result{}, err
}
