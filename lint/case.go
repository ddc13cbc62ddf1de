package lint

// Case is one public incident. Its case.yaml is the only source.
type Case struct {
	// ID is the id of the incident library (IL-0178), or a slug.
	ID string `json:"id" yaml:"id"`
	// Title is one line: what failed, and why.
	Title string `json:"title" yaml:"title"`
	// Organisation is who reported the incident.
	Organisation string `json:"organisation" yaml:"organisation"`
	// Year is when it happened, or was published.
	Year int `json:"year" yaml:"year"`
	// Summary is the one line that a finding carries: what happened to whom.
	Summary string `json:"summary" yaml:"summary"`
	// Sources are the public reports.
	Sources []Source `json:"sources" yaml:"sources"`
	// Confidence tells how well the facts are known, and what is not.
	Confidence          string         `json:"confidence" yaml:"confidence"`
	Classification      Classification `json:"classification" yaml:"classification"`
	Symptom             string         `json:"symptom" yaml:"symptom"`
	Trigger             string         `json:"trigger" yaml:"trigger"`
	RootCause           string         `json:"rootCause" yaml:"rootCause"`
	ContributingFactors []string       `json:"contributingFactors" yaml:"contributingFactors"`
	Remediation         []string       `json:"remediation" yaml:"remediation"`
	// Lessons are what others can learn of it.
	Lessons []string `json:"lessons" yaml:"lessons"`
	// Related are the ids of further cases to read, the nearest first.
	Related []string `json:"related,omitempty" yaml:"related"`
	// Limits tells what the rules of the case do not see, and why.
	Limits []string `json:"limits,omitempty" yaml:"limits"`
	// Korean is what the case says in Korean; the zero value where it does not.
	Korean Translation `json:"ko,omitzero" yaml:"ko"`
}

// Classification places a case by words of a Vocabulary, the most telling
// first.
type Classification struct {
	// Components are what took part in the incident.
	Components []string `json:"components" yaml:"components"`
	// Symptoms are what people noticed.
	Symptoms []string `json:"symptoms" yaml:"symptoms"`
	// Triggers are what set it off.
	Triggers []string `json:"triggers" yaml:"triggers"`
	// RootCauses are why it could happen.
	RootCauses []string `json:"rootCauses" yaml:"rootCauses"`
}

// Source is a public report of an incident.
type Source struct {
	Title string `json:"title" yaml:"title"`
	URL   string `json:"url" yaml:"url"`
	// Kind is primary, secondary or reference.
	Kind string `json:"kind" yaml:"kind"`
}

// Translation is what a case says in another language.
type Translation struct {
	Title       string   `json:"title" yaml:"title"`
	Symptom     string   `json:"symptom" yaml:"symptom"`
	Remediation []string `json:"remediation" yaml:"remediation"`
}

// Vocabulary holds the words that cases are classified by.
type Vocabulary struct {
	Components map[string]Label `json:"components" yaml:"components"`
	Symptoms   map[string]Label `json:"symptoms" yaml:"symptoms"`
	Triggers   map[string]Label `json:"triggers" yaml:"triggers"`
	RootCauses map[string]Label `json:"rootCauses" yaml:"rootCauses"`
}

// Label is how people read a word of a Vocabulary.
type Label struct {
	English string `json:"en" yaml:"en"`
	Korean  string `json:"ko" yaml:"ko"`
}
