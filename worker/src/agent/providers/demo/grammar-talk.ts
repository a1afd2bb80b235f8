/** Clauses about the editor, physics, scripts and the conversation itself. */
import { isDefinite, targetOf } from './nouns.ts'
import { type Rule, rule } from './rule.ts'
import type { Axis, Behaviour, Intent, Target } from './types.ts'
import { NUMBER, numberOf, pascalCase } from './words.ts'

/** Long enough for a fall from a few units to end. */
const DEFAULT_PLAY_SECONDS = 2
const MAX_PLAY_SECONDS = 30

const seconds = (words: string | undefined): number =>
	Math.min(
		MAX_PLAY_SECONDS,
		Math.max(0, (words ? numberOf(words) : undefined) ?? DEFAULT_PLAY_SECONDS),
	)
const steps = (words: string | undefined): number =>
	Math.min(50, Math.max(1, Math.round((words ? numberOf(words) : undefined) ?? 1)))
const existing = (words = ''): Target | undefined =>
	isDefinite(words) ? targetOf(words) : undefined

export const TALK_RULES: readonly Rule[] = [
	rule(
		'help(?: me)?|(?:what|which) (?:tools|commands|things|actions) .*|what (?:can|do) you (?:do|understand|know).*|(?:who|what) are you|what is this|how does this work',
		() => ({ kind: 'help' }),
	),
	rule(
		'(?:hi|hello|hey|good (?:morning|evening|day|afternoon)|yo|greetings)(?: there| you| fairlead)?',
		() => ({ kind: 'greeting' }),
	),
	rule(
		'(?:many )?thank(?:s| you)(?: .*)?|great|nice|perfect|cool|well done|good job|awesome',
		() => ({ kind: 'thanks' }),
	),
	rule(
		`(?:undo|revert)(?: (?:that|it|this|everything|(?:the|my|your) last (?:step|change|thing|action|one)(?: you did)?|what you (?:just )?did))?(?: (?:the )?(?:last )?(${NUMBER})(?: (?:steps?|times|changes))?)?|(?:take|roll) (?:that|it) back|go back`,
		([n]) => ({ kind: 'undo', steps: steps(n) }),
	),
	rule(
		`redo(?: (?:that|it|this))?(?: (${NUMBER})(?: (?:steps?|times))?)?|do (?:it|that) again`,
		([n]) => ({ kind: 'redo', steps: steps(n) }),
	),
	rule(
		'save (?:it|this|the scene|the project )?(?: ?(?:as|to|under)) ["\'“‘]?([\\w ./-]+?)["\'”’]?',
		([name = '']) => {
			const file = name.replace(/[.]unity$/i, '').replace(/^\/+|\/+$/g, '')
			return {
				kind: 'save',
				path: `${/^Assets\//.test(file) ? '' : 'Assets/Scenes/'}${file}.unity`,
			}
		},
	),
	rule(
		'save(?: (?:it|this|everything|all|(?:the |my )?(?:current |open )?(?:scene|project|work|changes)))?',
		() => ({ kind: 'save' }),
	),
	rule(
		'(?:(?:show|read|list|check|get|print|what|which|are|is|any|see|tell me|look at|open|do we have|have we got).*\\b)?(errors?|warnings?|console|logs?)\\b.*',
		([what = '']) => ({
			kind: 'console',
			filter: /^err/i.test(what) ? 'errors' : /^warn/i.test(what) ? 'warnings' : 'all',
		}),
	),
	rule('(?:re)?compile(?: .*)?|refresh(?: .*)?|reload (?:the )?scripts', () => ({
		kind: 'compile',
	})),
]

export const PLAY_RULES: readonly Rule[] = [
	rule(
		`(?:press |hit |click |start |enter |go into |switch to )?play(?:ing)?(?: mode)?(?: (?:it|the (?:game|scene)))?(?: for (${NUMBER}) ?(?:s|sec|seconds?))?|(?:run|start|test|try)(?: (?:it|the (?:game|scene)))(?: for (${NUMBER}) ?(?:s|sec|seconds?))?|press play`,
		([a, b]) => ({ kind: 'play', seconds: seconds(a || b) }),
	),
	rule(
		'stop(?: (?:it|playing|play|the game|play mode|now))*|(?:exit|leave|quit|end)(?: play(?: mode)?| the game| playing)',
		() => ({ kind: 'stop' }),
	),
	rule('pause(?: (?:it|the game|play mode))?', () => ({ kind: 'pause' })),
	rule(
		`wait(?: for)?(?: (${NUMBER}) ?(?:s|sec|seconds?)?)?(?: a (?:moment|bit|second))?`,
		([n]) => ({ kind: 'wait', seconds: seconds(n) }),
	),
]

const picture = (t: string, view: 'game' | 'scene'): Intent | undefined => {
	if (t === '') return { kind: 'screenshot', view }
	const target = existing(t)
	return target && { kind: 'screenshot', view: 'scene', target }
}
const WHOLE = '(?:the )?(?:game(?: view)?|scene(?: view)?|result|screen|picture|world|view)'

const askColour = (t: string): Intent | undefined => {
	const target = existing(/^its$/i.test(t) ? 'it' : t.replace(/ (?:now|at the moment)$/i, ''))
	return target && { kind: 'ask-colour', target }
}

export const LOOK_RULES: readonly Rule[] = [
	rule(
		"(?:what|which) colou?r (?:is|are|has|have|does|do) (.+?)(?: have| has)?|(?:(?:what(?:'s| is| are)|tell me|show me) )?the colou?rs? of (.+)|(?:what(?:'s| is)|tell me) (its|(?:the|my) .+'s) colou?r",
		([t = '', u = '', v = '']) => askColour(t || u || v),
	),
	rule(
		'(?:describe|list|inspect|summari[sz]e|explain|read|print|show(?: me)?) (?:me )?(?:(?:the|my|this|current|whole|entire) )*(?:hierarchy|objects?|scene hierarchy|game ?objects)(?: (?:in|of) (?:the )?(?:scene|hierarchy))?|(?:describe|list|inspect|summari[sz]e|explain) (?:(?:the|my|this|current|whole|entire) )*(?:scene|everything|all(?: .*)?)(?: to me)?',
		() => ({ kind: 'describe' }),
	),
	rule(
		"(?:what(?:'s| is| do we have| is there| objects are(?: there)?| do you see|'s there)|which objects are(?: there)?)(?: (?:in|inside) (?:the |my |this )?(?:scene|hierarchy|world))?|look around|how many objects.*|what do you see|list",
		() => ({ kind: 'describe' }),
	),
	rule(
		`(?:(?:take|make|give me|get|capture|show me|render|send(?: me)?|i want|another|and) )*(?:a |an |another |the )?(?:new )?(?:screenshot|screen shot|picture|photo|snapshot|image|screen ?grab)(?: of (.+?))?(?: please)?`,
		([t = '']) =>
			new RegExp(`^${WHOLE}$`, 'i').test(t)
				? picture('', /scene/i.test(t) ? 'scene' : 'game')
				: picture(t, 'game'),
	),
	rule(
		`show(?: me)?(?: (?:it|${WHOLE}|what it looks like|how it looks))?|let me see(?: (?:it|${WHOLE}))?|look(?: at (?:it|${WHOLE}))?|how does (?:it|that) look`,
		() => ({ kind: 'screenshot', view: 'game' }),
	),
	rule(
		'(?:look at|show(?: me)?|let me see|zoom (?:in )?(?:on|to)|focus(?: on)?) (.+)',
		([t = '']) => picture(t, 'scene'),
	),
	rule(
		"(?:describe|inspect|examine|tell me about|where(?:'s| is| are)|what(?:'s| is) (?:the (?:position|colou?r|size|rotation|scale|height) of )?|how (?:high|big|large|far|tall) (?:is|are)|show (?:me )?the components of|details of) ?(.+)",
		([t = '']) => {
			const target = existing(t.replace(/ (?:now|made of|doing)$/i, ''))
			return target && { kind: 'describe', target }
		},
	),
]

const heavy = (t: string | undefined, mass: number): Intent | undefined => {
	const target = existing(t)
	return target && { kind: 'physics', target, effect: 'mass', mass }
}
const physics = (
	t: string | undefined,
	effect: 'fall' | 'add' | 'remove' | 'float',
): Intent | undefined => {
	const target = existing(t)
	return target && { kind: 'physics', target, effect }
}
const BODY = '(?:an? |some |the )?(?:rigid ?body|physics|gravity|physics body)(?: component)?'

export const PHYSICS_RULES: readonly Rule[] = [
	rule('(?:let|make|have|watch) (.+?) (?:to )?(?:fall|drop)(?: .*)?', ([t]) => physics(t, 'fall')),
	rule('drop (.+?)(?: (?:down|on(?:to)? (?:the )?(?:floor|ground)))?', ([t]) => physics(t, 'fall')),
	rule('(.+?) (?:should|must|shall) (?:fall|drop)(?: .*)?', ([t]) => physics(t, 'fall')),
	rule(`(?:add|apply|give) ${BODY} (?:to|on) (.+)`, ([t]) => physics(t, 'add')),
	rule(`(?:give) (.+?) ${BODY}`, ([t]) => physics(t, 'add')),
	rule('(?:enable|turn on|use) (?:physics|gravity) (?:on|for) (.+)', ([t]) => physics(t, 'add')),
	rule(
		'(?:disable|turn off) (?:physics|gravity) (?:on|for|of) (.+)|make (.+?) (?:weightless|float|hover)',
		([t, u]) => physics(t || u, 'float'),
	),
	rule(
		`(?:give|set) (?:the mass of )?(.+?)(?:'s mass)? (?:to |a (?:mass|weight) of )(${NUMBER})(?: ?kg)?`,
		([t, n = '']) => heavy(t, numberOf(n) ?? 1),
	),
	rule(
		'(?:make|let) (.+?) (?:be )?(?:(?:very|really|much|a bit) )?(heav(?:y|ier)|light(?:er)?)(?: weight)?',
		([t, how = '']) =>
			/^heav/i.test(how) ? heavy(t, 10) : /er$/i.test(how) ? heavy(t, 0.2) : undefined,
	),
]

const DOES: ReadonlyArray<readonly [pattern: string, behaviour: Behaviour]> = [
	['(?:rotat|spin|turn|revolv)(?:es?|s|ing)?', 'rotate'],
	[
		'(?:moves?|moving|slides?|goes|go|oscillat(?:es?|ing)|patrols?|swings?)(?: (?:.+? )?(?:back and forth|from side to side|side to side|up and down|left and right|to and fro))',
		'oscillate',
	],
	['oscillat(?:es?|ing)|hovers?', 'oscillate'],
	['(?:bounc(?:es?|ing)|hops?|jumps?)', 'bounce'],
]
const SCRIPT = '(?:c# |unity |new |simple |small |short )*(?:script|behaviou?r|monobehaviou?r)'
const BROKEN =
	/\b(?:broken|faulty|buggy|wrong|erroneous|with an? (?:deliberate )?(?:mistake|error|bug|typo|missing semicolon)|that (?:does not|doesn't|won't) compile)\b/gi

/** "write a script that rotates the cube", "make it bounce", "spin the cube". */
export function scriptIntent(clause: string): Intent | undefined {
	const broken = clause.search(BROKEN) >= 0
	const said = clause.replace(BROKEN, ' ').replace(/\s+/g, ' ').trim()
	const named =
		/\b([A-Z]\w*)[.]cs\b/.exec(clause) ??
		/(?:named|called) ["'“‘]?([A-Za-z_]\w*)["'”’]?/i.exec(said)
	const bare = named ? said.replace(named[0], ' ').replace(/\s+/g, ' ').trim() : said
	const asked = new RegExp(
		`^(?:write|create|make|add|attach|give me|generate|code|put)(?: me)? (?:an? |the |another )?${SCRIPT}\\b(.*)$`,
		'i',
	).exec(bare)
	const told =
		/^(?:make|let|have|get) (.+?) (?:to )?((?:rotate|spin|turn around|revolve|bounce|hop|jump|oscillate|hover|(?:move|slide|go|patrol|swing) .*(?:forth|side|down|right|fro))\b.*)$/i.exec(
			bare,
		) ??
		/^()((?:spin|bounce) .+)$/i.exec(bare) ??
		/^(?:animate) (.+?) ((?:rotating|bouncing|moving).*)$/i.exec(bare)
	const words = asked ? (asked[1] ?? '') : told ? `${told[2]} ${told[1]}` : undefined
	if (words === undefined) return undefined
	const behaviour = DOES.find(([pattern]) => new RegExp(`\\b${pattern}\\b`, 'i').test(words))?.[1]
	if (!behaviour && !asked) return undefined
	const target = told?.[1] ? existing(told[1]) : scriptTarget(words)
	if (told && !target) return undefined
	const axis = /\b([xyz])[ -]axis\b/i.exec(words)?.[1]?.toLowerCase() as Axis | undefined
	const vertical = /up and down/i.test(words) ? ('y' as const) : undefined
	const chosen = axis ?? vertical
	return {
		kind: 'script',
		behaviour: behaviour ?? 'rotate',
		broken,
		...(target ? { target } : {}),
		...(named?.[1] ? { name: pascalCase(named[1]) } : {}),
		...(chosen ? { axis: chosen } : {}),
	}
}

const GENERIC =
	/^(?:something|things?|an? .*|objects?|stuff|around|forever|continuously|slowly|quickly|fast)$/i

function scriptTarget(words: string): Target | undefined {
	const match =
		/\b(?:makes?|lets?|has|have) (.+?) (?:to )?(?:rotate|spin|turn|revolve|bounce|hop|jump|oscillate|hover|move|slide|swing)\b/i.exec(
			words,
		) ??
		/\b(?:on|to|for|onto) ((?:the|my|it|them|all|every|this|that|\/)\b.*)$/i.exec(words) ??
		/\b(?:rotat|spin|turn|revolv|bounc|mov|slid|hop|oscillat)(?:es?|s|ing)? (.+)$/i.exec(words)
	const said = (match?.[1] ?? '')
		.replace(/\b(?:around|about|along|on) (?:the |its )?[xyz][ -]axis\b/i, '')
		.replace(
			/\b(?:back and forth|from side to side|side to side|up and down|left and right|to and fro|forever|continuously|constantly|slowly|quickly|all the time|around)\b/gi,
			'',
		)
		.replace(/,?\s+and\s*$/i, '')
		.trim()
	return said === '' || GENERIC.test(said) ? undefined : targetOf(said)
}

const NOT_A_TYPE =
	/^(?:it|them|this|that|cube|sphere|capsule|cylinder|plane|quad|empty|light|camera)$/i
const component = (type: string | undefined, t: string | undefined): Intent | undefined => {
	const target = existing(t)
	if (!target || !type || NOT_A_TYPE.test(type)) return undefined
	return { kind: 'component', target, type: pascalCase(type), remove: false }
}

export const COMPONENT_RULES: readonly Rule[] = [
	rule(
		'(?:add|attach|put|apply) (?:an? |the )?([\\w ]+?) (?:component|script) (?:to|onto|on) (.+)',
		([type, t]) => component(type, t),
	),
	rule('add (?:an? |the )?([\\w ]+?) (?:to|onto|on) (.+)', ([type, t]) => component(type, t)),
	// "attach Rotator to the cube" means a type, "attach the door to the wall" a parent.
	rule('(?:attach|apply) (\\w+) (?:to|onto|on) (.+)', ([type = '', t]) =>
		/^[A-Z]/.test(type) ? component(type, t) : undefined,
	),
	rule('give (.+?) an? ([\\w ]+?)(?: component| script)', ([t, type]) => component(type, t)),
]
