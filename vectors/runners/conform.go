// Holds an adapter to the static set, without Node:
//
//	go run conform.go [-only pattern]... [-skip pattern]... <set> -- <program> [argument ...]
//
// docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"
)

type object = map[string]any

type vector struct {
	ID, Operation, Comment, OnMatch, OnRefusal, Twin, Limit, Confirmed, Effect string
	Names                                                                      []string
	Input                                                                      json.RawMessage
	Outputs                                                                    []any
	IsPolicy                                                                   bool
}

type hello struct {
	Protocol   int
	Operations []string
	Notations  *[]string
	Owners     *[]string
}

var seconds = map[string]float64{"cheap": 10, "costly": 60, "trap": 2}

const helloSeconds, mostFaults, longestLine = 30, 10, 1 << 24

// broken ends the run: the adapter broke the protocol.
func broken(why string, rest ...any) {
	fmt.Fprintf(os.Stderr, "Broken: "+why+"\n", rest...)
	os.Exit(2)
}

type program struct {
	process *exec.Cmd
	input   io.WriteCloser
	lines   chan []byte
}

func start(command []string) *program {
	process := exec.Command(command[0], command[1:]...)
	process.Stderr = os.Stderr
	process.SysProcAttr = &syscall.SysProcAttr{}
	// A group of its own, where the system has groups: Windows has no such field.
	if group := reflect.ValueOf(process.SysProcAttr).Elem().FieldByName("Setpgid"); group.IsValid() {
		group.SetBool(true)
	}
	input, _ := process.StdinPipe()
	output, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		broken("%v", err)
	}
	lines := make(chan []byte, 1)
	go func() {
		scanner := bufio.NewScanner(output)
		scanner.Buffer(make([]byte, 1<<16), longestLine)
		for scanner.Scan() {
			lines <- append([]byte(nil), scanner.Bytes()...)
		}
		close(lines)
	}()
	p := &program{process, input, lines}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		p.end()
		broken("interrupted")
	}()
	return p
}

// ask gives the answer; where there is none, how that came about, and the program is over.
func (p *program) ask(message any, limit float64) ([]byte, string) {
	text, _ := json.Marshal(message)
	_, failed := p.input.Write(append(text, '\n'))
	select {
	case line, isOpen := <-p.lines:
		if isOpen && failed == nil {
			return line, ""
		}
		p.end()
		return nil, "crashed"
	case <-time.After(time.Duration(limit * float64(time.Second))):
		p.end()
		return nil, "timeout"
	}
}

// end of it and what it started: a hash whose cost is not bounded would be computed for hours.
func (p *program) end() {
	_ = exec.Command("kill", "-KILL", "--", fmt.Sprintf("-%d", p.process.Process.Pid)).Run()
	_ = p.process.Process.Kill()
	_ = p.process.Wait()
}

// covers: further fields don't count; null and an absent field are the same; lists have the same length.
func covers(expected, actual any) bool {
	switch wanted := expected.(type) {
	case object:
		given, isObject := actual.(object)
		for key, value := range wanted {
			if !isObject || !covers(value, given[key]) {
				return false
			}
		}
		return isObject
	case []any:
		given, isList := actual.([]any)
		if !isList || len(given) != len(wanted) {
			return false
		}
		for at := range wanted {
			if !covers(wanted[at], given[at]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(expected, actual)
}

// glob: * is any number of characters, ? is one.
func glob(name, pattern string) bool {
	if pattern == "" {
		return name == ""
	}
	if pattern[0] == '*' {
		for at := 0; at <= len(name); at++ {
			if glob(name[at:], pattern[1:]) {
				return true
			}
		}
		return false
	}
	return name != "" && (pattern[0] == '?' || pattern[0] == name[0]) && glob(name[1:], pattern[1:])
}

func (v vector) fits(pattern string) bool {
	property, value, isProperty := strings.Cut(pattern, ":")
	isNegated := isProperty && strings.HasPrefix(value, "!")
	if isNegated {
		pattern = property + ":" + value[1:]
	}
	has, found := false, false
	for _, name := range v.Names {
		if strings.Contains(name, ":") != isProperty {
			continue
		}
		has = has || strings.HasPrefix(name, property+":")
		found = found || glob(name, pattern)
	}
	if isNegated {
		return has && !found
	}
	return found
}

func (v vector) fitsAny(patterns []string, property string) bool {
	for _, pattern := range patterns {
		if v.fits(property + pattern) {
			return true
		}
	}
	return false
}

func (v vector) isSpoken(said hello) bool {
	if !v.fits("notation:*") || said.Notations == nil && said.Owners == nil {
		return true
	}
	if said.Owners != nil && v.fitsAny(*said.Owners, "owner:") {
		return true
	}
	if said.Notations == nil {
		return !v.fits("owner:*")
	}
	return v.fitsAny(*said.Notations, "notation:")
}

// judge gives the status, and what the implementation took.
func (v vector) judge(answer object) (string, any) {
	kind := ""
	for _, one := range []string{"ok", "error", "skipped", "errored"} {
		if value, isThere := answer[one].(object); isThere && kind == "" {
			kind = one
		} else if answer[one] != nil || isThere && value != nil {
			broken("an answer that is not exactly one of ok, error, skipped and errored")
		}
	}
	switch kind {
	case "":
		broken("an answer that is not exactly one of ok, error, skipped and errored")
	case "error":
		return v.OnRefusal, nil
	case "ok":
		for _, output := range v.Outputs {
			if covers(output, answer["ok"]) {
				return v.OnMatch, answer["ok"]
			}
		}
		return "fail", answer["ok"]
	}
	return kind, nil
}

type run struct {
	command  []string
	factor   float64
	said     hello
	program  *program
	seq      int
	faults   int
	taken    map[string]bool
	crashed  map[string]bool
	statuses map[string]string
}

func (r *run) open() {
	r.program, r.seq = start(r.command), 0
	line, fault := r.program.ask(object{"cmd": "hello", "protocol": 1}, helloSeconds)
	if fault != "" || json.Unmarshal(line, &r.said) != nil || r.said.Protocol != 1 {
		broken("no hello of protocol 1")
	}
}

func (r *run) one(v vector, skip []string) string {
	if !contains(r.said.Operations, v.Operation) {
		return "unsupported"
	}
	if !v.isSpoken(r.said) {
		return "not-asked"
	}
	if v.fitsAny(skip, "") {
		return "skipped"
	}
	if r.program == nil {
		r.open()
	}
	r.seq++
	message := object{"cmd": "run", "seq": r.seq, "id": v.ID, "operation": v.Operation, "input": v.Input}
	line, fault := r.program.ask(message, seconds[v.Limit]*r.factor)
	if fault == "" {
		var answer object
		if json.Unmarshal(line, &answer) != nil || answer["seq"] != float64(r.seq) {
			broken("a line that is no answer: %.100q", line)
		}
		r.faults = 0
		status, output := v.judge(answer)
		r.taken[v.ID] = output != nil && len(v.Outputs) > 0 && covers(v.Outputs[0], output)
		return status
	}
	r.program = nil
	if v.Limit != "trap" {
		r.faults++
	}
	if r.faults >= mostFaults {
		broken("%d cases in a row brought no answer", mostFaults)
	}
	if r.crashed[v.ID] = fault == "crashed"; r.crashed[v.ID] {
		return "errored"
	}
	return "timeout"
}

// settled is the status after the twin, and with what is policy apart.
func (r *run) settled(v vector) string {
	status := r.statuses[v.ID]
	isUncertain := contains([]string{"pass", "accepted-variant", "refused"}, status)
	if v.Twin != "" && isUncertain && !r.taken[v.Twin] {
		return "not-reached"
	}
	if v.IsPolicy && (status == "fail" || status == "timeout" || r.crashed[v.ID]) {
		return "policy"
	}
	return status
}

func contains(all []string, one string) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

func readSet(folder string) (vectors []vector) {
	paths, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	for _, path := range paths {
		// Requests of an import interface are compared by rules of their own; the package's runner has them.
		if filepath.Base(path) == "client-requests.jsonl" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			broken("%v", err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var one vector
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				broken("%s: %v", path, err)
			}
			vectors = append(vectors, one)
		}
	}
	return vectors
}

type list []string

func (l *list) String() string         { return strings.Join(*l, " ") }
func (l *list) Set(value string) error { *l = append(*l, value); return nil }

func main() {
	var only, skip list
	flag.Var(&only, "only", "`pattern` of what to run")
	flag.Var(&skip, "skip", "`pattern` of what not to run")
	factor := flag.Float64("factor", 1, "of the time limits")
	isBare := flag.Bool("statuses", false, "an id and its status a line, and nothing else")
	flag.Parse()
	rest := flag.Args()
	if len(rest) < 3 || rest[1] != "--" {
		broken("usage: conform [options] <set> -- <program> [argument ...]")
	}
	vectors := readSet(rest[0])
	r := &run{command: rest[2:], factor: *factor, taken: map[string]bool{}, crashed: map[string]bool{}, statuses: map[string]string{}}
	r.open()
	chosen, twins := []vector{}, map[string]bool{}
	for _, v := range vectors {
		if len(only) == 0 || v.fitsAny(only, "") {
			chosen, twins[v.Twin] = append(chosen, v), true
		}
	}
	for _, v := range vectors {
		if len(only) == 0 || v.fitsAny(only, "") || twins[v.ID] {
			r.statuses[v.ID] = r.one(v, skip)
		}
	}
	if r.program != nil {
		r.program.end()
	}
	failed, counts := 0, map[string]int{}
	for _, v := range chosen {
		status := r.settled(v)
		counts[status]++
		isFailing := contains([]string{"fail", "errored", "timeout"}, status)
		if isFailing {
			failed++
		}
		if *isBare {
			fmt.Println(v.ID, status)
		} else if isFailing {
			fmt.Printf("\n%s %s: %s\n  input: %.300s\n  outputs: %v\n  confirmed: %s\n  effect: %s\n", v.ID, status, v.Comment, v.Input, v.Outputs, v.Confirmed, v.Effect)
		}
	}
	if !*isBare {
		fmt.Println(map[bool]string{true: "Conforms", false: "Does not conform"}[failed == 0], counts)
	}
	if failed > 0 {
		os.Exit(1)
	}
}
