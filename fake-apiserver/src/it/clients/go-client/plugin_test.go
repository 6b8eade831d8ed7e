//go:build !client_0_34

package client

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"k8s.io/dynamic-resource-allocation/kubeletplugin"
	"k8s.io/dynamic-resource-allocation/resourceslice"
	drapb "k8s.io/kubelet/pkg/apis/dra/v1"
	registerapi "k8s.io/kubelet/pkg/apis/pluginregistration/v1"
	"k8s.io/utils/ptr"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// lamps is a driver as its author writes it: what a claim got is handed out, once.
type lamps struct {
	mutex    sync.Mutex
	prepared map[types.UID]string
	failed   []error
}

func (l *lamps) PrepareResourceClaims(_ context.Context, claims []*resourceapi.ResourceClaim) (map[types.UID]kubeletplugin.PrepareResult, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	results := map[types.UID]kubeletplugin.PrepareResult{}
	for _, claim := range claims {
		var devices []kubeletplugin.Device
		for _, result := range claim.Status.Allocation.Devices.Results {
			l.prepared[claim.UID] = result.Device
			devices = append(devices, kubeletplugin.Device{Requests: []string{result.Request}, PoolName: result.Pool,
				DeviceName: result.Device, CDIDeviceIDs: []string{"example.com/lamp=" + result.Device}})
		}
		results[claim.UID] = kubeletplugin.PrepareResult{Devices: devices}
	}
	return results, nil
}

func (l *lamps) UnprepareResourceClaims(_ context.Context, claims []kubeletplugin.NamespacedObject) (map[types.UID]error, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	results := map[types.UID]error{}
	for _, claim := range claims {
		delete(l.prepared, claim.UID)
		results[claim.UID] = nil
	}
	return results, nil
}

func (l *lamps) WatchHealthStatus(context.Context, chan<- kubeletplugin.DeviceHealthReport) error {
	return kubeletplugin.ErrHealthNotSupported
}

func (l *lamps) HandleError(_ context.Context, err error, _ string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.failed = append(l.failed, err)
}

func (l *lamps) errors() []error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.failed)
}

func dial(t *testing.T, socket string) *grpc.ClientConn {
	connection := must[*grpc.ClientConn](t)(grpc.NewClient("unix:"+socket, grpc.WithTransportCredentials(insecure.NewCredentials())))
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

// A driver made with the helper of kubeletplugin (which 0.34 spells in another way), from its first slice to its last claim. The test is
// its kubelet, so what is seen here is how the driver gets on with the server.
func TestKubeletPluginServesItsNode(t *testing.T) {
	ctx := within(t)
	driver, node := "lamps."+namespace+".example.com", namespace+"-node"
	nodes, pods, claims := clientset.CoreV1().Nodes(), clientset.CoreV1().Pods(namespace), clientset.ResourceV1().ResourceClaims(namespace)
	many := corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourcePods: resource.MustParse("10")}
	made := must[*corev1.Node](t)(nodes.Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: node}}, metav1.CreateOptions{}))
	t.Cleanup(func() { _ = nodes.Delete(context.Background(), node, metav1.DeleteOptions{}) })
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now, err := nodes.Get(ctx, node, metav1.GetOptions{})
		if err != nil {
			return err
		}
		now.Status.Capacity, now.Status.Allocatable = many, many
		now.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}
		_, err = nodes.UpdateStatus(ctx, now, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	directory := must[string](t)(os.MkdirTemp("", "dra"))
	t.Cleanup(func() { _ = os.RemoveAll(directory) })
	registry, data := filepath.Join(directory, "registry"), filepath.Join(directory, "data")
	for _, path := range []string{registry, data} {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	plugin := &lamps{prepared: map[types.UID]string{}}
	running, stop := context.WithCancel(ctx)
	defer stop()
	helper := must[*kubeletplugin.Helper](t)(kubeletplugin.Start(running, plugin, kubeletplugin.DriverName(driver), kubeletplugin.NodeName(node),
		kubeletplugin.KubeClient(clientset), kubeletplugin.RegistrarDirectoryPath(registry), kubeletplugin.PluginDataDirectoryPath(data)))
	defer helper.Stop()
	lamp := func(name string) resourceapi.Device {
		return resourceapi.Device{Name: name, Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"color": {StringValue: ptr.To(name)}}}
	}
	publish := func(devices ...resourceapi.Device) {
		resources := resourceslice.DriverResources{Pools: map[string]resourceslice.Pool{node: {Slices: []resourceslice.Slice{{Devices: devices}}}}}
		if err := helper.PublishResources(ctx, resources); err != nil {
			t.Fatal(err)
		}
	}
	mine := metav1.ListOptions{FieldSelector: "spec.driver=" + driver + ",spec.nodeName=" + node}
	published := func() []resourceapi.ResourceSlice {
		list, err := clientset.ResourceV1().ResourceSlices().List(ctx, mine)
		if err != nil {
			return nil
		}
		return list.Items
	}

	publish(lamp("red"), lamp("green"))
	eventually(t, "the slice is there", func() bool { return len(published()) == 1 })
	slice := published()[0]
	if owners := slice.OwnerReferences; len(owners) != 1 || owners[0].UID != made.UID || owners[0].Kind != "Node" {
		t.Errorf("the slice belongs to %v, not to its node", owners)
	}

	registration := registerapi.NewRegistrationClient(dial(t, filepath.Join(registry, driver+"-reg.sock")))
	info := must[*registerapi.PluginInfo](t)(registration.GetInfo(ctx, &registerapi.InfoRequest{}))
	if info.Name != driver || info.Type != registerapi.DRAPlugin || !slices.Contains(info.SupportedVersions, drapb.DRAPluginService) {
		t.Fatalf("the plugin registers as %v", info)
	}
	must[*registerapi.RegistrationStatusResponse](t)(registration.NotifyRegistrationStatus(ctx, &registerapi.RegistrationStatus{PluginRegistered: true}))

	class := &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: driver}, Spec: resourceapi.DeviceClassSpec{
		Selectors: []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{
			Expression: `device.driver == "` + driver + `" && device.attributes["` + driver + `"].color == "green"`}}}}}
	must[*resourceapi.DeviceClass](t)(clientset.ResourceV1().DeviceClasses().Create(ctx, class, metav1.CreateOptions{}))
	t.Cleanup(func() {
		_ = clientset.ResourceV1().DeviceClasses().Delete(context.Background(), driver, metav1.DeleteOptions{})
	})
	wanted := claim("lamp")
	wanted.Spec.Devices.Requests[0].Exactly.DeviceClassName = driver
	must[*resourceapi.ResourceClaim](t)(claims.Create(ctx, wanted, metav1.CreateOptions{}))
	must[*corev1.Pod](t)(pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "reader"}, Spec: corev1.PodSpec{
		ResourceClaims: []corev1.PodResourceClaim{{Name: "lamp", ResourceClaimName: ptr.To("lamp")}},
		Containers: []corev1.Container{{Name: "main", Image: "none",
			Resources: corev1.ResourceRequirements{Claims: []corev1.ResourceClaim{{Name: "lamp"}}}}}}}, metav1.CreateOptions{}))
	eventually(t, "the pod is placed", func() bool {
		pod, err := pods.Get(ctx, "reader", metav1.GetOptions{})
		return err == nil && pod.Spec.NodeName == node
	})
	allocated := must[*resourceapi.ResourceClaim](t)(claims.Get(ctx, "lamp", metav1.GetOptions{}))

	kubelet := drapb.NewDRAPluginClient(dial(t, info.Endpoint))
	one := []*drapb.Claim{{Namespace: namespace, Name: "lamp", Uid: string(allocated.UID)}}
	for range 2 {
		answer := must[*drapb.NodePrepareResourcesResponse](t)(kubelet.NodePrepareResources(ctx, &drapb.NodePrepareResourcesRequest{Claims: one}))
		got := answer.Claims[string(allocated.UID)]
		if got.GetError() != "" || len(got.GetDevices()) != 1 || got.Devices[0].DeviceName != "green" ||
			!slices.Equal(got.Devices[0].CdiDeviceIds, []string{"example.com/lamp=green"}) {
			t.Fatalf("the driver prepared %v", got)
		}
	}
	stranger := []*drapb.Claim{{Namespace: namespace, Name: "lamp", Uid: "another"}}
	if refused, err := kubelet.NodePrepareResources(ctx, &drapb.NodePrepareResourcesRequest{Claims: stranger}); err == nil {
		t.Errorf("a claim of another UID was prepared: %v", refused)
	}

	publish(lamp("red"), lamp("green"), lamp("blue"))
	eventually(t, "the pool has three devices", func() bool {
		now := published()
		return len(now) == 1 && len(now[0].Spec.Devices) == 3
	})

	answer := must[*drapb.NodeUnprepareResourcesResponse](t)(kubelet.NodeUnprepareResources(ctx, &drapb.NodeUnprepareResourcesRequest{Claims: one}))
	if got := answer.Claims[string(allocated.UID)]; got.GetError() != "" || len(plugin.prepared) != 0 {
		t.Errorf("after the claim is given back: %v, still prepared %v", got, plugin.prepared)
	}
	if err := pods.Delete(ctx, "reader", metav1.DeleteOptions{GracePeriodSeconds: ptr.To(int64(0))}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the claim is free", func() bool {
		now, err := claims.Get(ctx, "lamp", metav1.GetOptions{})
		return err == nil && now.Status.Allocation == nil
	})

	// With its node goes the slice: the garbage collector follows the owner.
	helper.Stop()
	if err := nodes.Delete(ctx, node, metav1.DeleteOptions{}); err != nil && !apierrors.IsNotFound(err) {
		t.Fatal(err)
	}
	eventually(t, "the slice went with its node", func() bool {
		list, err := clientset.ResourceV1().ResourceSlices().List(ctx, mine)
		return err == nil && len(list.Items) == 0
	})
	if errors := plugin.errors(); len(errors) != 0 {
		t.Errorf("the driver met errors: %v", errors)
	}
}
