/** Plain English → {@link Intent}s, in the order of execution. Pure. */
import { CHANGE_RULES } from './grammar-change.ts'
import { createIntent } from './grammar-create.ts'
import {
	COMPONENT_RULES,
	LOOK_RULES,
	PHYSICS_RULES,
	PLAY_RULES,
	scriptIntent,
	TALK_RULES,
} from './grammar-talk.ts'
import { NOUN, targetOf } from './nouns.ts'
import { firstMatch } from './rule.ts'
import type { Intent } from './types.ts'

/** Words with which a new clause begins; "and" before anything else joins objects. */
const CLAUSE_START =
	'(?:then|create|make|add|spawn|build|insert|put|place|generate|let|drop|move|raise|lower|lift|push|shift|slide|rotate|turn|tilt|spin|bounce|scale|resize|shrink|grow|enlarge|double|halve|rename|call|name|delete|remove|destroy|erase|duplicate|copy|clone|parent|unparent|attach|detach|nest|colou?r|paint|tint|set|change|give|apply|write|hide|show|activate|deactivate|enable|disable|play|press|run|start|stop|exit|leave|pause|wait|take|look|describe|list|inspect|undo|redo|save|refresh|compile|fix|tell|what|which|where|how|read|check|it (?:should|must|shall)|they (?:should|must|shall))\\b'
/** "a cube and a blue sphere": each is a request for a new one. */
const NEW_OBJECT = `(?:an?|another|some|two|three|four|five|six|\\d+) (?:[\\w#-]+ ){0,4}?${NOUN}\\b`
const SEPARATOR = new RegExp(
	`\\s*(?:;|[.!?](?=\\s|$)|,?\\s*\\b(?:and )?then\\b|,\\s*(?:and\\s+)?(?=${CLAUSE_START})|\\s+and\\s+(?=${CLAUSE_START})|(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?=${NEW_OBJECT}))\\s*`,
	'i',
)
/** Politeness and filler at the ends of a clause. */
const LEADING =
	/^(?:please|pls|now|ok(?:ay)?|so|well|also|next|finally|afterwards?|after that|first|hey|just|and|then|can you|could you|would you|will you|i want you to|i would like you to|i'd like you to|you should|let's|lets|again|go ahead and|oops(?:ie|y)?|whoops|uh[ -]oh|oh no|oh|sorry|no|help me(?: to)?(?= ))[,\s]+/i
/** A clause that asks for nothing: the "oops" of "oops, undo that". */
const FILLER =
	/^(?:please|pls|ok(?:ay)?|well|hey|oops(?:ie|y)?|whoops|uh[ -]oh|oh|oh no|no|sorry|wrong|my mistake|my bad)$/i
const TRAILING = /[,\s]+(?:please|pls|for me|now|thanks|thank you|again|too|as well|afterwards?)$/i
/** Requests that writing a script already includes. */
const SCRIPT_FOLLOWS =
	/^(?:attach|add|put|apply|assign) (?:it|the script|that script)(?: (?:to|on|onto) (.+))?$/i
const REPAIRS = /^(?:fix|repair|correct) (?:it|the (?:error|mistake|bug|script))$/i

export function clausesOf(text: string): string[] {
	return text
		.split(SEPARATOR)
		.map(tidy)
		.filter((clause) => clause !== '' && !FILLER.test(clause))
}

function tidy(clause: string): string {
	let said = clause
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[.!?,;:]+$/, '')
	for (let before = ''; before !== said; ) {
		before = said
		said = said.replace(LEADING, '').replace(TRAILING, '').trim()
	}
	return said
}

const DELEGATED = /^(?:please )?(?:let|have|ask|tell) a sub-?agent (?:to )?(.+)$/is
/** What a task that only looks asks for. */
const LOOKS: ReadonlySet<Intent['kind']> = new Set([
	...(['describe', 'ask-colour', 'console', 'screenshot', 'wait'] as const),
	...(['help', 'greeting', 'thanks', 'unknown'] as const),
])

function delegateIntent(text: string): Intent | undefined {
	const task = DELEGATED.exec(text.trim())?.[1]
	if (task === undefined) return undefined
	return { kind: 'delegate', task, mayWrite: !parse(task).every(({ kind }) => LOOKS.has(kind)) }
}

export function parse(text: string): Intent[] {
	const delegated = delegateIntent(text)
	if (delegated) return [delegated]
	const intents: Intent[] = []
	for (const clause of clausesOf(text)) {
		const last = intents.at(-1)
		if (last?.kind === 'script') {
			const follows = SCRIPT_FOLLOWS.exec(clause)
			const target = follows?.[1] ? targetOf(follows[1]) : undefined
			if (target) intents[intents.length - 1] = { ...last, target }
			// Compiling and repairing are already part of it.
			if (follows || REPAIRS.test(clause) || parseClause(clause).kind === 'compile') continue
		}
		intents.push(...(sharedVerb(clause) ?? inMotion(clause) ?? [parseClause(clause)]))
	}
	return intents.length > 0 ? intents : [{ kind: 'unknown', text: text.trim() }]
}

/** "make it green and twice as big", "move the cube up 2 and left 1": one verb, two changes. */
function sharedVerb(clause: string): Intent[] | undefined {
	const match =
		/^(\w+) (it|them|this|that|(?:the|my|all|every) .+?|[A-Z]\w*) (.+?) and (?!(?:the|an?|all|every|my|it|them) )(.+)$/.exec(
			clause,
		)
	if (!match) return undefined
	const [, verb, target, first, second] = match
	const both = [first, second].map((change) => parseClause(`${verb} ${target} ${change}`))
	const isChange = both.every((intent) => 'target' in intent && intent.kind !== 'delete')
	return isChange && !both.some(({ kind }) => kind === 'unknown') ? both : undefined
}

/** "make a spinning cube": creates it, then sets it in motion. */
function inMotion(clause: string): Intent[] | undefined {
	const match =
		/^(.*?\b(?:an?|two|three|four|five|\d+) .*?)\b(spinning|rotating|turning|bouncing|hopping|falling)\s+(.+)$/i.exec(
			clause,
		)
	if (!match) return undefined
	const made = parseClause(`${match[1]}${match[3]}`)
	if (made.kind !== 'create') return undefined
	const does = MOTIONS[match[2]?.toLowerCase() ?? ''] ?? 'spin'
	const who = made.spec.count > 1 ? 'them' : 'it'
	return [made, parseClause(`make ${who} ${does}`)]
}
const MOTIONS: Readonly<Record<string, string>> = {
	bouncing: 'bounce',
	hopping: 'bounce',
	falling: 'fall',
}

export function parseClause(clause: string): Intent {
	return (
		scriptIntent(clause) ??
		firstMatch(TALK_RULES, clause) ??
		firstMatch(PLAY_RULES, clause) ??
		firstMatch(PHYSICS_RULES, clause) ??
		createIntent(clause) ??
		firstMatch(LOOK_RULES, clause) ??
		firstMatch(COMPONENT_RULES, clause) ??
		firstMatch(CHANGE_RULES, clause) ??
		answerIntent(clause) ?? { kind: 'unknown', text: clause }
	)
}

/** A bare "the first one", "both", "/Room/Cube": the answer to "Which one do you mean?". */
function answerIntent(clause: string): Intent | undefined {
	const target = targetOf(clause.replace(/^i mean(?:t)? /i, ''))
	if (!target) return undefined
	const isAnswer =
		target.kind === 'ordinal' ||
		target.kind === 'them' ||
		target.kind === 'everything' ||
		(target.kind === 'named' && /^(?:the |i mean(?:t)? |\/)/i.test(clause) && clause.length < 80)
	return isAnswer ? { kind: 'answer', target } : undefined
}
