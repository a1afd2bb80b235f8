/** "three dark blue spheres in a row 2 units left of the cube, named Marble". */
import { kindOf, NOUN, targetOf } from './nouns.ts'
import type { CreateSpec, Intent, Place, Relation, Vec3 } from './types.ts'
import { NUMBER, numberOf, takeColour, VECTOR, vectorOf } from './words.ts'

const RELATIONS: ReadonlyArray<readonly [pattern: string, relation: Relation]> = [
	['(?:high )?(?:above|over)', 'above'],
	['on top of|atop|onto|on', 'on'],
	['below|under|underneath|beneath', 'below'],
	['(?:to the )?left (?:side )?of', 'left'],
	['next to|beside|near|by|(?:to the )?right (?:side )?of', 'right'],
	['in front of|before', 'front'],
	['behind|in back of', 'behind'],
]
const RELATION = RELATIONS.map(([pattern]) => pattern).join('|')
const UNITS = '(?:units?|met(?:er|re)s?|m)'

/** Reads "at 0 3 0", "2 units left of the cube", "on top of the floor", "in the air", "at height 4". */
export function placeOf(words: string): Place | undefined {
	const said = words.trim()
	const at = new RegExp(`^(?:at |to )?(?:the )?(?:position |origin )?(?:at )?${VECTOR}$`, 'i').exec(
		said,
	)
	if (at) return { kind: 'at', position: [Number(at[1]), Number(at[2]), Number(at[3])] }
	if (/^(?:at |to |in )?the (?:origin|cent(?:er|re)(?: of the scene)?)$/i.test(said)) {
		return { kind: 'at', position: [0, 0, 0] }
	}
	const height = new RegExp(
		`^(?:at|to) (?:(?:a )?height (?:of )?|y ?=? ?)(${NUMBER})(?: ${UNITS})?$`,
		'i',
	).exec(said)
	if (height?.[1]) return { kind: 'height', y: numberOf(height[1]) ?? 0 }
	if (/^(?:high )?(?:up )?in the (?:air|sky)$/i.test(said)) return { kind: 'height', y: 5 }
	const relative = new RegExp(
		`^(?:(${NUMBER}) ${UNITS} )?(?:to |just |directly |right )?(${RELATION}) (.+)$`,
		'i',
	).exec(said)
	const anchor = relative?.[3] ? targetOf(relative[3]) : undefined
	const relation = RELATIONS.find(([pattern]) =>
		new RegExp(`^(?:${pattern})$`, 'i').test(relative?.[2] ?? ''),
	)?.[1]
	if (!anchor || !relation) return undefined
	const distance = relative?.[1] ? numberOf(relative[1]) : undefined
	return { kind: 'relative', relation, anchor, ...(distance === undefined ? {} : { distance }) }
}

const VERB =
	'(?:create|make|add|spawn|build|insert|put|place|drop in|generate|instantiate|give me|i want|i need|i would like|we need|set up)'
const SIZES: Readonly<Record<string, number>> = {
	tiny: 0.25,
	small: 0.5,
	little: 0.5,
	big: 2,
	large: 2,
	huge: 4,
	giant: 5,
	gigantic: 5,
	enormous: 5,
	massive: 4,
}
const SIZE = Object.keys(SIZES).join('|')
/** Where the description of the object ends and its circumstances begin. */
const TAIL =
	/^(.*?)(?:[ ,]+((?:at |above |over |on |onto |in |below |under |underneath |beneath |next to |beside |near |behind |to the |left of |right of |named |called |with |of size |scaled |sized |that is |which is |(?:\S+) (?:units?|meters?|metres?|m) ).*))?$/i

/** A request to make something, or `undefined` if no noun is known. */
export function createIntent(clause: string): Intent | undefined {
	const verb = new RegExp(`^(${VERB})\\s+(?:me |us )?(.+)$`, 'i').exec(clause)
	const phrase = (verb?.[2] ?? clause).trim()
	const start = new RegExp(`^(${NUMBER})?\\s*(?:new )?(.+)$`, 'i').exec(phrase)
	// "make the cube red" changes something; "a cube" alone makes one.
	if (!start?.[2] || /^(?:the|it|them|this|that|these|those|all|every)\b/i.test(phrase))
		return undefined
	if (!verb && !start[1]) return undefined
	const [head, tail] = split(start[2])
	const described = describe(head)
	if (!described) return undefined
	const circumstances = readTail(tail)
	if (!circumstances) return undefined
	const count = Math.min(50, Math.max(1, Math.round(numberOf(start[1] ?? 'a') ?? 1)))
	return { kind: 'create', spec: { ...described, count, arrangement: 'row', ...circumstances } }
}

function split(phrase: string): [head: string, tail: string] {
	const match = TAIL.exec(phrase)
	return [match?.[1]?.trim() ?? phrase, match?.[2]?.trim() ?? '']
}

type Described = Pick<CreateSpec, 'primitive' | 'label' | 'colour' | 'scale' | 'components'>

function describe(head: string): Described | undefined {
	const match = new RegExp(`^(.*?)\\b(${NOUN})$`, 'i').exec(head)
	const kind = match?.[2] ? kindOf(match[2]) : undefined
	if (!kind) return undefined
	const { colour, rest } = takeColour((match?.[1] ?? '').replace(/[,-]|\band\b|-?colou?red/gi, ' '))
	let factor = 1
	for (const word of rest.split(/\s+/).filter(Boolean)) {
		const size = SIZES[word.toLowerCase()]
		if (size !== undefined) factor *= size
		else if (
			!/^(?:new|very|really|nice|simple|basic|shiny|physics|single|game|unity|3d|same|more)$/i.test(
				word,
			)
		)
			return undefined
	}
	return {
		primitive: kind.primitive,
		label: kind.label,
		components: kind.components ?? [],
		...(colour ? { colour } : {}),
		...(factor === 1 ? {} : { scale: [factor, factor, factor] }),
	}
}

type Circumstances = Partial<
	Pick<
		CreateSpec,
		'name' | 'place' | 'spacing' | 'scale' | 'rotation' | 'components' | 'colour' | 'arrangement'
	>
>

/** Removes circumstances from the end one by one; `undefined` if something is not understood. */
function readTail(tail: string): Circumstances | undefined {
	let left = tail.trim()
	let found: Circumstances = {}
	while (left !== '') {
		const step = readOne(left)
		if (!step) return undefined
		found = { ...step.found, ...found }
		left = step.left
			.replace(/[\s,]+$/, '')
			.replace(/\s+and$/i, '')
			.trim()
	}
	return found
}

function readOne(words: string): { found: Circumstances; left: string } | undefined {
	const cut = (source: string) =>
		new RegExp(`^(.*?)(?:^|[\\s,]+)(?:and )?${source}$`, 'i').exec(words)
	const arranged = cut('(?:in|as|on) an? (row|line|column|stack|tower|circle|ring)')
	if (arranged?.[2])
		return {
			found: { arrangement: ARRANGEMENTS[arranged[2].toLowerCase()] ?? 'row' },
			left: arranged[1] ?? '',
		}
	const apart = cut(`(${NUMBER}) ${UNITS} (?:apart|from each other)`)
	if (apart?.[2]) return { found: { spacing: numberOf(apart[2]) ?? 1 }, left: apart[1] ?? '' }
	const name = cut(
		'(?:(?:that is |which is )?(?:named|called)|with (?:the )?name) (?:["\'“‘]([^"\'”’]+)["\'”’]|([\\w-]+(?: \\d+)?))',
	)
	if (name) return { found: { name: name[2] || name[3] || '' }, left: name[1] ?? '' }
	const body = cut('with (?:a |some )?(?:rigid ?body|physics|gravity)')
	if (body) return { found: { components: ['Rigidbody'] }, left: body[1] ?? '' }
	const size = cut(
		`(?:of size|with (?:a )?(?:size|scale)(?: of)?|scaled(?: to| by)?|sized) (${VECTOR}|${NUMBER})`,
	)
	if (size?.[2]) {
		const figure = numberOf(size[2])
		const scale: Vec3 | undefined =
			figure === undefined ? vectorOf(size[2]) : [figure, figure, figure]
		return scale && { found: { scale }, left: size[1] ?? '' }
	}
	const sized = cut(`(?:that is |which is )(${SIZE})`)
	if (sized?.[2]) {
		const factor = SIZES[sized[2].toLowerCase()] ?? 1
		return { found: { scale: [factor, factor, factor] }, left: sized[1] ?? '' }
	}
	const coloured = cut('(?:(?:that is|which is|in|with (?:the )?colou?r) )([#\\w -]+)')
	const { colour, rest } = takeColour(coloured?.[2] ?? '')
	if (coloured && colour && rest === '') return { found: { colour }, left: coloured[1] ?? '' }
	// The longest place: "2 units left of the cube" rather than "left of the cube".
	const tokens = words.split(' ')
	for (let from = 0; from < tokens.length; from++) {
		const place = placeOf(tokens.slice(from).join(' '))
		if (place) return { found: { place }, left: tokens.slice(0, from).join(' ') }
	}
	return undefined
}

const ARRANGEMENTS: Readonly<Record<string, CreateSpec['arrangement']>> = {
	row: 'row',
	line: 'row',
	column: 'column',
	stack: 'stack',
	tower: 'stack',
	circle: 'circle',
	ring: 'circle',
}
