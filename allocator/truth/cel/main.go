// ask-cel asks Kubernetes' own compiler of device expressions. Standard input has the lines of
// expressions.jsonl, the first of which holds driver and devices; standard output has the answers
// of one level, a line for each expression:
//
//	["ok", estimated cost, result or !class of error, actual cost] or ["syntax"|"type"|"result"|"internal"]
//
// The level (37n, 37l, 37s and so on) is the argument; expressions.jsonl explains it. It is built
// with the go.mod and go.sum of ../shared/upstream/oracle beside it (go build -mod=mod).
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/util/compatibility"
	basecompatibility "k8s.io/component-base/compatibility"
	dracel "k8s.io/dynamic-resource-allocation/cel"
)

// position is how the compiler points into an expression; POSITIONS=1 adds them to refusals.
var position = regexp.MustCompile(`<input>:\d+:\d+`)

type header struct {
	Driver  string                        `json:"driver"`
	Devices map[string]resourceapi.Device `json:"devices"`
}

type question struct {
	Expression string `json:"e"`
	Device     string `json:"d"`
	Derived    bool   `json:"derived"`
}

func main() {
	level := os.Args[1]
	minor, err := strconv.Atoi(level[:2])
	check(err)
	effective := compatibility.DefaultComponentGlobalsRegistry.EffectiveVersionFor(basecompatibility.DefaultKubeComponent)
	mutable, ok := effective.(basecompatibility.MutableEffectiveVersion)
	if !ok {
		log.Fatal("the effective version cannot be changed")
	}
	mutable.SetEmulationVersion(version.MajorMinor(1, uint(minor)))
	mutable.SetMinCompatibilityVersion(version.MajorMinor(1, uint(minor-1)))

	features := dracel.Features{
		EnableConsumableCapacity: level[2] != 'x',
		EnableListTypeAttributes: level[2] == 'l' || level == "36x",
	}
	envType := environment.NewExpressions
	if level[2] == 's' {
		envType = environment.StoredExpressions
		features = dracel.Features{EnableConsumableCapacity: true}
	}
	compiler := dracel.GetCompiler(features)

	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	lines.Scan()
	var head header
	check(json.Unmarshal(lines.Bytes(), &head))
	for lines.Scan() {
		var q question
		check(json.Unmarshal(lines.Bytes(), &q))
		result, panicked := compile(compiler, q.Expression,
			dracel.Options{EnvType: &envType, DerivedAttribute: q.Derived})
		if panicked != nil {
			check(out.Encode([]any{"panic", fmt.Sprint(panicked)}))
			continue
		}
		if result.Error != nil {
			answer := []any{compileClass(result.Error.Type, result.Error.Detail)}
			if os.Getenv("POSITIONS") != "" {
				answer = append(answer, position.FindAllString(result.Error.Detail, -1))
			}
			if os.Getenv("DETAILS") != "" {
				answer = append(answer, result.Error.Detail)
			}
			check(out.Encode(answer))
			continue
		}
		device := head.Devices[q.Device]
		check(out.Encode(append([]any{"ok", result.MaxCost}, evaluate(result, q, dracel.Device{
			Driver:                   head.Driver,
			AllowMultipleAllocations: device.AllowMultipleAllocations,
			Attributes:               device.Attributes,
			Capacity:                 device.Capacity,
		})...)))
	}
	check(lines.Err())
}

// compiler is what dracel.GetCompiler returns; its type has no public name.
type compiler interface {
	CompileCELExpression(expression string, options dracel.Options) dracel.CompilationResult
}

// compile survives where the compiler panics, which the API server answers with a bare 500.
func compile(c compiler, expression string, options dracel.Options) (result dracel.CompilationResult, panicked any) {
	defer func() { panicked = recover() }()
	return c.CompileCELExpression(expression, options), nil
}

func evaluate(compiled dracel.CompilationResult, q question, device dracel.Device) (answer []any) {
	defer func() {
		if panicked := recover(); panicked != nil {
			answer = []any{"!OTHER", 0}
		}
	}()
	var shown string
	var failure error
	cost := uint64(0)
	if q.Derived {
		value, details, err := compiled.EvaluateDerivedAttribute(context.Background(), device)
		if details != nil && details.ActualCost() != nil {
			cost = *details.ActualCost()
		}
		text, _ := json.Marshal(value)
		shown, failure = string(text), err
	} else {
		matches, details, err := compiled.DeviceMatches(context.Background(), device)
		if details != nil && details.ActualCost() != nil {
			cost = *details.ActualCost()
		}
		shown, failure = fmt.Sprint(matches), err
	}
	if failure != nil {
		if os.Getenv("SHOW_ERRORS") != "" {
			log.Printf("%s: %v", q.Expression, failure)
		}
		shown = "!" + runtimeClass(failure.Error())
	}
	if failure != nil && os.Getenv("DETAILS") != "" {
		return []any{shown, cost, failure.Error()}
	}
	return []any{shown, cost}
}

func compileClass(kind apiservercel.ErrorType, detail string) string {
	switch {
	case kind == apiservercel.ErrorTypeInternal:
		return "internal"
	case strings.Contains(detail, "Syntax error"):
		return "syntax"
	case strings.HasPrefix(detail, "compilation failed"):
		return "type"
	default:
		return "result"
	}
}

func runtimeClass(text string) string {
	switch {
	case strings.Contains(text, "no such key"), strings.Contains(text, "no such attribute"):
		return "NO_SUCH_KEY"
	case strings.Contains(text, "no such overload"):
		return "NO_SUCH_OVERLOAD"
	case strings.Contains(text, "cost limit exceeded"):
		return "COST_LIMIT"
	case strings.Contains(text, "could not be converted to bool"), strings.HasPrefix(text, "unsupported "):
		return "CONVERSION"
	default:
		return "OTHER"
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
