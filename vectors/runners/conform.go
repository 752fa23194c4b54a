// Holds an adapter to the static set, without Node:
//
//	go run conform.go [-only pattern]... [-skip pattern]... <set> -- <program> [argument ...]
//
// A program that was built with the set inside takes no <set>.
//
// docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf16"
)

type object = map[string]any

type vector struct {
	ID, Operation, Comment, OnMatch, OnRefusal, Twin, Limit, Confirmed, Effect string
	Names                                                                      []string
	Input                                                                      json.RawMessage
	Outputs                                                                    []json.RawMessage
	IsPolicy                                                                   bool
}

type hello struct {
	Protocol       float64
	Implementation struct{ Name, Version, Language *string }
	Operations     *[]*string
	Notations      *[]*string
	Owners         *[]*string
}

var seconds = map[string]float64{"cheap": 10, "costly": 60, "trap": 2}

const (
	helloSeconds, byeSeconds, mostFaults, mostShown = 30, 2, 10, 50
	longestShown, longestLine, deepest              = 500, 1 << 24, 64
	// Requests of an import interface are compared by rules of their own; the package's runner has them.
	leftOut = "client-requests"
	mark    = "CREDPORT_CONFORMANCE_RUN="
)

var (
	failing  = []string{"fail", "errored", "timeout"}
	idle     = []string{"not-reached", "skipped", "unsupported", "not-asked", "not-run"}
	statuses = append(append([]string{"pass", "accepted-variant", "refused", "policy", "unconfirmed"}, failing...), idle...)
)

// The program that runs, and the case that it is asked, for whatever ends the run.
var (
	running *program
	asked   string
	// Held by what ends the run: whoever waits for the program's answer must not take its end for a crash.
	breaking sync.Mutex
)

// broken ends the run: the adapter broke the protocol, or nothing could be compared.
func broken(why string, rest ...any) {
	if why != "interrupted" && isAsking {
		panic(breach(asked + fmt.Sprintf(why, rest...)))
	}
	breaking.Lock()
	if running != nil {
		running.end()
	}
	fmt.Fprintf(os.Stderr, "Broken: "+asked+why+"\n", rest...)
	os.Exit(2)
}

// breach of the protocol: it ends the run, and what was answered before is reported.
type breach string

var isAsking bool

// builtIn is the set of a program that has it inside.
var builtIn fs.FS

type program struct {
	process *exec.Cmd
	mark    string
	orders  chan []byte
	lines   chan []byte
	exited  chan struct{}
	ending  sync.Mutex
}

func start(command []string) *program {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	p := &program{
		process: exec.Command(command[0], command[1:]...),
		mark:    fmt.Sprintf("%s%x", mark, random),
		orders:  make(chan []byte, 2),
		lines:   make(chan []byte, 1),
		exited:  make(chan struct{}),
	}
	p.process.Env = append(os.Environ(), p.mark)
	p.process.Stderr = os.Stderr
	p.process.SysProcAttr = &syscall.SysProcAttr{}
	// A group of its own, where the system has groups: Windows has no such field.
	if group := reflect.ValueOf(p.process.SysProcAttr).Elem().FieldByName("Setpgid"); group.IsValid() {
		group.SetBool(true)
	}
	input, _ := p.process.StdinPipe()
	output, _ := p.process.StdoutPipe()
	if err := p.process.Start(); err != nil {
		broken("the program could not be started: %v", err)
	}
	go p.write(input)
	go p.read(output)
	go p.watch()
	running = p
	return p
}

// write is apart from the wait: a program that does not read must not hold the runner up.
func (p *program) write(input io.WriteCloser) {
	for text := range p.orders {
		// It may have ended; its output says so.
		_, _ = input.Write(text)
	}
	_ = input.Close()
}

// read gives each line with its end; without one, where the program or the patience ended before.
func (p *program) read(output io.Reader) {
	reader := bufio.NewReaderSize(output, 1<<16)
	var line []byte
	for {
		piece, err := reader.ReadSlice('\n')
		line = append(line, piece...)
		isFull := errors.Is(err, bufio.ErrBufferFull) && len(line) <= longestLine
		if len(line) > 0 && !isFull {
			p.lines <- line
			line = nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			close(p.lines)
			return
		}
	}
}

// watch: what the program left behind could hold its output open for ever.
func (p *program) watch() {
	_, _ = p.process.Process.Wait()
	close(p.exited)
	time.Sleep(500 * time.Millisecond)
	p.endGroup()
}

// ask gives the answer and its line; where there is none, how that came about, and the program is over.
func (p *program) ask(message any, limit float64) (object, string, string) {
	select {
	case line, isOpen := <-p.lines:
		if isOpen {
			refuseSurplus(line)
		}
	default:
	}
	text, _ := json.Marshal(message)
	p.orders <- append(text, '\n')
	select {
	case line, isOpen := <-p.lines:
		if len(line) > longestLine {
			broken("a line of more than %d bytes", longestLine)
		}
		if isOpen && line[len(line)-1] == '\n' {
			answer, text := parseObject(line)
			return answer, text, ""
		}
		p.end()
		breaking.Lock()
		defer breaking.Unlock()
		return nil, "crashed", "crashed"
	case <-time.After(time.Duration(limit * float64(time.Second))):
		p.end()
		return nil, "timeout", "timeout"
	}
}

// bye waits a little for the end of the program; it has nothing more to say.
func (p *program) bye() {
	p.orders <- []byte("{\"cmd\": \"bye\"}\n")
	close(p.orders)
	select {
	case line, isOpen := <-p.lines:
		if isOpen {
			refuseSurplus(line)
		}
	case <-time.After(byeSeconds * time.Second):
	}
	p.end()
}

func refuseSurplus(line []byte) {
	broken("a line that was not asked for: %s", shown(strings.TrimRight(string(line), "\r\n")))
}

// end of it and what it started: a hash whose cost is not bounded would be computed for hours.
func (p *program) end() {
	running = nil
	p.endGroup()
	<-p.exited
}

func (p *program) endGroup() {
	p.ending.Lock()
	defer p.ending.Unlock()
	endAll(fmt.Sprintf("-%d", p.process.Process.Pid))
	_ = p.process.Process.Kill()
	// What is being ended can start something once more.
	for pass := 0; pass < 5; pass++ {
		marked := p.marked()
		if len(marked) == 0 {
			return
		}
		endAll(marked...)
	}
}

// endAll goes by the shell's own kill: a small container has no other, and Windows none at all.
func endAll(pids ...string) {
	_ = exec.Command("sh", "-c", "kill -s KILL -- "+strings.Join(pids, " ")).Run()
}

// marked has what carries the mark, also where it left the group; Linux alone shows the environment of a process.
func (p *program) marked() (pids []string) {
	if runtime.GOOS != "linux" {
		return nil
	}
	paths, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range paths {
		text, _ := os.ReadFile(path)
		if contains(strings.Split(string(text), "\x00"), p.mark) {
			pids = append(pids, filepath.Base(filepath.Dir(path)))
		}
	}
	return pids
}

// parseObject gives the object in a line, and the line as it was.
func parseObject(line []byte) (answer object, text string) {
	line = bytes.ToValidUTF8(bytes.TrimRight(line, "\r\n"), []byte("\ufffd"))
	if isTooDeep(line) {
		broken("a line with more than %d lists and objects inside each other: %s", deepest, shown(string(line)))
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if decoder.Decode(&answer) != nil || answer == nil || decoder.Decode(new(any)) != io.EOF {
		broken("a line that is not a JSON object: %s", shown(string(line)))
	}
	return withFloats(answer).(object), string(line)
}

// withFloats has infinity for a number that is beyond float64, which no right answer has.
func withFloats(value any) any {
	switch one := value.(type) {
	case json.Number:
		number, _ := strconv.ParseFloat(string(one), 64)
		return number
	case object:
		for key, inner := range one {
			one[key] = withFloats(inner)
		}
	case []any:
		for at, inner := range one {
			one[at] = withFloats(inner)
		}
	}
	return value
}

func isTooDeep(text []byte) bool {
	depth, isInString := 0, false
	for at := 0; at < len(text); at++ {
		switch one := text[at]; {
		case isInString && one == '\\':
			at++
		case one == '"':
			isInString = !isInString
		case !isInString && (one == '[' || one == '{'):
			if depth++; depth > deepest {
				return true
			}
		case !isInString && (one == ']' || one == '}'):
			depth--
		}
	}
	return false
}

// shown is on one line, in ASCII, and not without end.
func shown(text string) string {
	var out strings.Builder
	length := 0
	for _, one := range text {
		if length++; length > longestShown {
			continue
		}
		if one >= ' ' && one <= '~' {
			out.WriteRune(one)
			continue
		}
		for _, unit := range utf16.Encode([]rune{one}) {
			fmt.Fprintf(&out, "\\u%04x", unit)
		}
	}
	if length <= longestShown {
		return out.String()
	}
	return fmt.Sprintf("%.*s ... (%d characters)", longestShown, out.String(), length)
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
	if v.fits("owner:*") && said.Owners != nil {
		return v.fitsAny(texts(said.Owners), "owner:")
	}
	return said.Notations == nil || v.fitsAny(texts(said.Notations), "notation:")
}

// judge gives the status, and what the implementation took.
func (v vector) judge(answer object) (string, any) {
	given := []string{}
	for _, kind := range []string{"ok", "error", "skipped", "errored"} {
		if answer[kind] != nil {
			given = append(given, kind)
		}
	}
	if len(given) != 1 {
		broken("an answer that is not exactly one of ok, error, skipped and errored")
	}
	value, isObject := answer[given[0]].(object)
	if !isObject {
		broken("an answer that is not exactly one of ok, error, skipped and errored")
	}
	switch _, hasReason := value["reason"].(string); given[0] {
	case "error":
		return v.OnRefusal, nil
	case "ok":
		for at := range v.Outputs {
			if covers(v.output(at), value) {
				return v.OnMatch, value
			}
		}
		return "fail", value
	case "skipped":
		if !hasReason {
			broken("a skipped case without a reason")
		}
	}
	return given[0], nil
}

func (v vector) output(at int) (output object) {
	_ = json.Unmarshal(v.Outputs[at], &output)
	return output
}

// readHello: a field that is missing or misshapen would leave out cases unseen.
func readHello(answer object, text string) (said hello) {
	if answer["protocol"] != 1.0 {
		broken("no hello of protocol 1")
	}
	if _, isObject := answer["implementation"].(object); !isObject {
		broken("a hello whose implementation has no name, version or language")
	}
	for _, field := range []string{"operations", "notations", "owners"} {
		all, isList := answer[field].([]any)
		if answer[field] == nil && field != "operations" {
			continue
		}
		for _, one := range all {
			_, isText := one.(string)
			isList = isList && isText
		}
		if !isList {
			broken("a hello whose %s are not a list of names", field)
		}
	}
	who := &said.Implementation
	if json.Unmarshal([]byte(text), &said) != nil || who.Name == nil || who.Version == nil || who.Language == nil {
		broken("a hello whose implementation has no name, version or language")
	}
	return said
}

func texts(all *[]*string) (found []string) {
	if all != nil {
		for _, one := range *all {
			found = append(found, *one)
		}
	}
	return found
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
	letIn    map[string]bool
	lines    map[string]string
	statuses map[string]string
	// Why the rest was not run; what was answered before is reported all the same.
	stopped string
}

func (r *run) open() hello {
	r.program, r.seq = start(r.command), 0
	answer, text, fault := r.program.ask(object{"cmd": "hello", "protocol": 1}, helloSeconds)
	switch fault {
	case "timeout":
		broken("no hello within %d s; the program must flush its output after each line", helloSeconds)
	case "crashed":
		broken("the program ended without a hello")
	}
	return readHello(answer, text)
}

func (r *run) one(v vector, skip []string) string {
	if !contains(texts(r.said.Operations), v.Operation) {
		return "unsupported"
	}
	if !v.isSpoken(r.said) {
		return "not-asked"
	}
	if v.fitsAny(skip, "") {
		return "skipped"
	}
	asked = v.ID + ": "
	if r.program == nil {
		r.open()
	}
	r.seq++
	message := object{"cmd": "run", "seq": r.seq, "id": v.ID, "operation": v.Operation, "input": v.Input}
	answer, text, fault := r.program.ask(message, seconds[v.Limit]*r.factor)
	r.lines[v.ID] = text
	if fault == "" {
		if answer["seq"] != float64(r.seq) {
			broken("a wrong seq")
		}
		r.faults = 0
		status, output := v.judge(answer)
		value, _ := output.(object)
		r.letIn[v.ID] = status == "fail" && value["matches"] == true
		r.taken[v.ID] = output != nil && len(v.Outputs) > 0 && covers(v.output(0), output)
		return status
	}
	r.program = nil
	if v.Limit != "trap" {
		r.faults++
	}
	if r.faults >= mostFaults {
		r.stopped = fmt.Sprintf("%s%d cases in a row brought no answer (%s)", asked, mostFaults, fault)
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
	mayBeComputed := v.Limit == "trap" && len(v.Outputs) == 0
	if v.IsPolicy && (!r.letIn[v.ID] || mayBeComputed) && (status == "fail" || status == "timeout" || r.crashed[v.ID]) {
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

// sumsOf has the sum of each file, from SHA256SUMS; a set that was trimmed on purpose has none.
func sumsOf(set fs.FS) map[string]string {
	sums := map[string]string{}
	text, _ := fs.ReadFile(set, "SHA256SUMS")
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if digest, name, isLine := strings.Cut(line, "  "); isLine {
			sums[name] = digest
		}
	}
	return sums
}

// checkSums gives the names of the operations that the set has, or should have.
func checkSums(set fs.FS, files []string) (operations []string) {
	sums, names := sumsOf(set), map[string]bool{}
	for _, name := range files {
		names[name] = true
	}
	isListed := len(sums) > 0
	for name := range sums {
		names[name] = true
	}
	for name := range names {
		operations = append(operations, strings.TrimSuffix(name, ".jsonl"))
	}
	sort.Strings(operations)
	for _, operation := range operations {
		name := operation + ".jsonl"
		text, err := fs.ReadFile(set, name)
		if err != nil {
			broken("the set is not whole: %s is missing", name)
		}
		if isListed && fmt.Sprintf("%x", sha256.Sum256(text)) != sums[name] {
			broken("the set is not that of SHA256SUMS: %s; delete SHA256SUMS if you changed it on purpose", name)
		}
	}
	return operations
}

func readSet(set fs.FS) (vectors []vector, operations []string) {
	files, _ := fs.Glob(set, "*.jsonl")
	operations = checkSums(set, files)
	for _, name := range files {
		text, _ := fs.ReadFile(set, name)
		if name == leftOut+".jsonl" || len(text) == 0 {
			continue
		}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var one vector
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				broken("%s has a line that is not JSON", name)
			}
			vectors = append(vectors, one)
		}
	}
	if len(vectors) == 0 {
		broken("no vectors in the set")
	}
	return vectors, operations
}

// idleOf has the patterns that fit no vector at all: out of date, or misspelt.
func idleOf(vectors []vector, patterns []string, property string) (unfit []string) {
	for _, pattern := range patterns {
		isFit := false
		for _, v := range vectors {
			isFit = isFit || v.fits(property+pattern)
		}
		if !isFit {
			unfit = append(unfit, property+shown(pattern))
		}
	}
	return unfit
}

func (r *run) warn(vectors []vector, operations []string) {
	seen := append(operations, leftOut)
	for _, name := range texts(r.said.Operations) {
		if !contains(seen, name) {
			fmt.Fprintf(os.Stderr, "Warning: the program offers %s, which is not an operation of the vectors\n", shown(name))
		}
		seen = append(seen, name)
	}
	unfit := append(idleOf(vectors, texts(r.said.Notations), "notation:"), idleOf(vectors, texts(r.said.Owners), "owner:")...)
	for _, pattern := range unfit {
		fmt.Fprintf(os.Stderr, "Warning: no vector matches %s\n", pattern)
	}
}

func counted(number int, what string) string {
	if number == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", number, what)
}

func (v vector) expected() string {
	all := []string{}
	for _, output := range v.Outputs {
		all = append(all, shown(string(output)))
	}
	if v.OnRefusal == "pass" || v.OnRefusal == "accepted-variant" {
		all = append(all, "a refusal")
	}
	return strings.Join(all, ", or ")
}

func (r *run) verdict(counts map[string]int, crashed, all int) string {
	compared := all
	for _, status := range idle {
		compared -= counts[status]
	}
	verdict, errors := "Conforms", counts["errored"]-crashed
	if claimed := all - counts["unsupported"] - counts["not-asked"]; compared*2 < claimed {
		verdict = "Conforms in what was compared"
	}
	if counts["fail"]+counts["errored"]+counts["timeout"] > 0 {
		verdict = "Does not conform"
	}
	if r.stopped != "" {
		verdict = "Broken"
	}
	faults := counted(counts["fail"]+counts["timeout"]+crashed, "true fault")
	policy := counted(counts["policy"], "policy difference")
	if counts["unconfirmed"] > 0 {
		policy += ", " + counted(counts["unconfirmed"], "unconfirmed refusal")
	}
	verdict = fmt.Sprintf("%s: %s, %s, %d not reached", verdict, faults, policy, counts["not-reached"])
	if errors > 0 {
		verdict += ", " + counted(errors, "adapter error")
	}
	return fmt.Sprintf("%s; %d of %d compared", verdict, compared, all)
}

func versionOf(set fs.FS) string {
	version, err := fs.ReadFile(set, "VERSION")
	if err != nil {
		return "unknown"
	}
	return string(bytes.TrimSpace(version))
}

func (r *run) report(chosen []vector, set fs.FS) {
	counts, crashed, failed := map[string]int{}, 0, []vector{}
	for _, v := range chosen {
		status := r.statuses[v.ID]
		counts[status]++
		if status == "errored" && r.crashed[v.ID] {
			crashed++
		}
		if contains(failing, status) {
			failed = append(failed, v)
		}
	}
	who, all := r.said.Implementation, []string{}
	for _, status := range statuses {
		if counts[status] > 0 {
			all = append(all, fmt.Sprintf("%s %d", status, counts[status]))
		}
	}
	verdict := r.verdict(counts, crashed, len(chosen))
	fmt.Println(verdict)
	fmt.Printf("%s %s (%s) against %s of suite %s\n", shown(*who.Name), shown(*who.Version), shown(*who.Language), counted(len(chosen), "vector"), versionOf(set))
	fmt.Println(strings.Join(all, ", "))
	for at, v := range failed {
		if at == mostShown {
			fmt.Printf("\nand %d more; --statuses gives every id\n", len(failed)-mostShown)
			break
		}
		fmt.Printf("\n%s %s: %s\n  input      %s\n  expected   %s\n  answer     %s\n  confirmed  %s\n", v.ID, r.statuses[v.ID], v.Comment, shown(string(v.Input)), v.expected(), shown(r.lines[v.ID]), v.Confirmed)
		if v.Effect != "" {
			fmt.Printf("  effect     %s\n", v.Effect)
		}
	}
	if len(failed) > 0 {
		fmt.Printf("\n%s\n", verdict)
	}
}

// guarded says whether the protocol was broken.
func (r *run) guarded(ask func()) (isBroken bool) {
	isAsking = true
	defer func() {
		isAsking = false
		failure := recover()
		why, isBreach := failure.(breach)
		if !isBreach {
			if failure != nil {
				panic(failure)
			}
			return
		}
		r.stopped, isBroken = string(why), true
		if r.program != nil {
			r.program.end()
			r.program = nil
		}
	}()
	ask()
	return
}

// all asks about what is chosen, and the twins of that, and gives what is chosen.
func (r *run) all(vectors []vector, only, skip []string) (chosen []vector) {
	twins := map[string]bool{}
	for _, v := range vectors {
		if len(only) == 0 || v.fitsAny(only, "") {
			chosen, twins[v.Twin] = append(chosen, v), true
		}
	}
	for _, v := range vectors {
		r.statuses[v.ID] = "not-run"
		if r.stopped == "" && (len(only) == 0 || v.fitsAny(only, "") || twins[v.ID]) {
			r.statuses[v.ID] = "errored"
			if r.guarded(func() { r.statuses[v.ID] = r.one(v, skip) }) {
				r.lines[v.ID] = r.stopped
			}
		}
	}
	asked = ""
	if r.program != nil {
		r.guarded(r.program.bye)
	}
	for _, v := range chosen {
		r.statuses[v.ID] = r.settled(v)
	}
	return chosen
}

type list []string

func (l *list) String() string         { return strings.Join(*l, " ") }
func (l *list) Set(value string) error { *l = append(*l, value); return nil }

func endOnSignal() {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		broken("interrupted")
	}()
}

// setAndCommand reads what comes after the options, of which flag takes a leading "--" away.
func setAndCommand(rest []string) (set fs.FS, command []string) {
	if builtIn != nil && os.Args[len(os.Args)-len(rest)-1] == "--" {
		return builtIn, rest
	}
	if len(rest) < 3 || rest[1] != "--" {
		return nil, nil
	}
	return os.DirFS(rest[0]), rest[2:]
}

func main() {
	var only, skip list
	flag.Var(&only, "only", "`pattern` of what to run")
	flag.Var(&skip, "skip", "`pattern` of what not to run")
	factor := flag.Float64("factor", 1, "of the time limits")
	isBare := flag.Bool("statuses", false, "an id and its status a line, and nothing else")
	usage := fmt.Sprintf("usage: conform [--only pattern]... [--skip pattern]... [--factor number] [--statuses] %s-- <program> [argument ...]", map[bool]string{true: "<set> "}[builtIn == nil])
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, usage)
		flag.PrintDefaults()
	}
	isVersion := new(bool)
	if builtIn != nil {
		isVersion = flag.Bool("version", false, "of the set inside")
	}
	flag.Parse()
	if *isVersion {
		fmt.Println(versionOf(builtIn))
		return
	}
	set, command := setAndCommand(flag.Args())
	if len(command) == 0 || !(*factor > 0 && *factor <= 1000) {
		broken("%s", usage)
	}
	endOnSignal()
	vectors, operations := readSet(set)
	if unfit := idleOf(vectors, append(append([]string{}, only...), skip...), ""); len(unfit) > 0 {
		broken("no vector matches %s", strings.Join(unfit, ", "))
	}
	r := &run{command: command, factor: *factor, taken: map[string]bool{}, crashed: map[string]bool{}, letIn: map[string]bool{}, lines: map[string]string{}, statuses: map[string]string{}}
	r.said = r.open()
	chosen := r.all(vectors, only, skip)
	r.warn(vectors, operations)
	isFailing, isIdle := false, true
	for _, v := range chosen {
		isFailing = isFailing || contains(failing, r.statuses[v.ID])
		// Who refuses all that nobody else confirms has shown nothing.
		isIdle = isIdle && contains(append([]string{"unconfirmed", "policy"}, idle...), r.statuses[v.ID])
	}
	if isIdle && r.stopped == "" {
		broken("nothing was compared")
	}
	if !*isBare {
		r.report(chosen, set)
	}
	for _, v := range chosen {
		if *isBare {
			fmt.Println(v.ID, r.statuses[v.ID])
		}
	}
	if r.stopped != "" {
		broken("%s", r.stopped)
	}
	if isFailing {
		os.Exit(1)
	}
}
