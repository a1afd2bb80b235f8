/** Clauses that change objects which exist. Order matters: the narrower rule comes first. */
import { placeOf } from './grammar-create.ts'
import { isDefinite, kindOf, targetOf } from './nouns.ts'
import { type Rule, rule } from './rule.ts'
import type { Axis, Intent, Target, Vec3 } from './types.ts'
import { along, colourOf, NUMBER, numberOf, pascalCase, VECTOR, vectorOf } from './words.ts'

const UNITS = '(?: ?(?:units?|met(?:er|re)s?|m))?'
const DIRECTIONS: Readonly<Record<string, Vec3>> = {
	up: [0, 1, 0],
	upward: [0, 1, 0],
	upwards: [0, 1, 0],
	higher: [0, 1, 0],
	down: [0, -1, 0],
	downward: [0, -1, 0],
	downwards: [0, -1, 0],
	lower: [0, -1, 0],
	left: [-1, 0, 0],
	right: [1, 0, 0],
	forward: [0, 0, 1],
	forwards: [0, 0, 1],
	back: [0, 0, -1],
	backward: [0, 0, -1],
	backwards: [0, 0, -1],
}
const DIRECTION = Object.keys(DIRECTIONS).join('|')
/** Degrees if the request does not say how far. */
const DEFAULT_TURN_DEGREES = 45

const times = (vector: Vec3, by: number): Vec3 => [vector[0] * by, vector[1] * by, vector[2] * by]
const even = (factor: number): Vec3 => [factor, factor, factor]

/** A target that exists, or nothing: "a cube" asks for a new one. */
const existing = (words = ''): Target | undefined =>
	isDefinite(words) ? targetOf(words) : undefined
const withTarget = (
	words: string | undefined,
	build: (target: Target) => Intent | undefined,
): Intent | undefined => {
	const target = existing(words)
	return target && build(target)
}
const axisOf = (letter: string | undefined, otherwise: Axis): Axis => {
	const said = letter?.toLowerCase()
	return said === 'x' || said === 'y' || said === 'z' ? said : otherwise
}

const DELETE: readonly Rule[] = [
	rule(
		'(?:remove|delete|take|strip) (?:the |its )?(rigid ?body|physics|gravity) (?:from|of|off) (.+)',
		([, t]) => withTarget(t, (target) => ({ kind: 'physics', target, effect: 'remove' })),
	),
	rule(
		'(?:remove|delete) (?:the )?([\\w ]+?)(?: component| script)? (?:from|of) (.+)',
		([type = '', t]) =>
			withTarget(t, (target) => ({
				kind: 'component',
				target,
				type: pascalCase(type),
				remove: true,
			})),
	),
	rule('(?:delete|remove|destroy|erase|get rid of|clear|throw away) (.+)', ([t = '']) => {
		const target = targetOf(t.replace(/^an? /i, 'the '))
		return target && { kind: 'delete', target }
	}),
]

const COPY: readonly Rule[] = [
	rule(
		`(?:duplicate|copy|clone) (.+?)(?: (${NUMBER})(?: times)?| (once|twice|thrice))?`,
		([t, n, word]) =>
			withTarget(t, (target) => ({
				kind: 'duplicate',
				target,
				count: clampCount(numberOf(n || word || 'one')),
			})),
	),
	rule(`(?:make|create|add) (${NUMBER}) (?:more )?cop(?:y|ies) of (.+)`, ([n = '', t]) =>
		withTarget(t, (target) => ({ kind: 'duplicate', target, count: clampCount(numberOf(n)) })),
	),
]
const clampCount = (count: number | undefined): number =>
	Math.min(50, Math.max(1, Math.round(count ?? 1)))

const QUOTES = /^["'“‘]|["'”’]$/g
const renameTo = (t: string | undefined, name = ''): Intent | undefined =>
	withTarget(t, (target) => ({ kind: 'rename', target, name: name.trim().replace(QUOTES, '') }))
const NAMES: readonly Rule[] = [
	rule('rename (.+?) (?:to|as|into) (.+)', ([t, name]) => renameTo(t, name)),
	rule('(?:change|set) the name of (.+?) to (.+)', ([t, name]) => renameTo(t, name)),
	rule('rename (it|them|this|that) (.+)', ([t, name]) => renameTo(t, name)),
	rule('(?:call|name) (it|this|that|the \\w+) (.+)', ([t, name]) => renameTo(t, name)),
]

const parentTo = (t: string | undefined, p: string | undefined): Intent | undefined =>
	withTarget(t, (target) => {
		const parent = existing(p)
		return parent && { kind: 'parent', target, parent }
	})
const PARENTS: readonly Rule[] = [
	rule(
		'(?:parent|reparent|nest|attach|group) (.+?) (?:under|underneath|below|inside|in|into|to|with) (.+)',
		([t, p]) => parentTo(t, p),
	),
	rule('(?:make|set) (.+?) (?:to be )?(?:a )?(?:child|children) of (.+)', ([t, p]) =>
		parentTo(t, p),
	),
	rule('(?:put|move) (.+?) (?:inside|into) (.+)', ([t, p]) => parentTo(t, p)),
	rule('(?:unparent|detach) (.+?)(?: from .+)?', ([t]) =>
		withTarget(t, (target) => ({ kind: 'parent', target, parent: null })),
	),
	rule('move (.+) to the root', ([t]) =>
		withTarget(t, (target) => ({ kind: 'parent', target, parent: null })),
	),
]

const paint = (t = '', words = ''): Intent | undefined => {
	// "the point light blue", "the red light blue": here the light is the object, not a shade.
	const bare = t.replace(/^(?:the|my|that|this) /i, '')
	if (/^light /i.test(words) && (kindOf(`${bare} light`) || colourOf(bare))) return undefined
	const colour = colourOf(words.replace(/^(?:a |an )?/i, '').replace(/ colou?r$/i, ''))
	return colour && withTarget(t, (target) => ({ kind: 'colour', target, colour }))
}
const COLOURS: readonly Rule[] = [
	rule('(?:set|change|make) the colou?r of (.+?) (?:to|be) ([#\\w -]+)', ([t, c]) => paint(t, c)),
	rule("(?:set|change|make) (.+?)(?:'s)? colou?r (?:to|be) ([#\\w -]+)", ([t, c]) =>
		paint(t === 'its' ? 'it' : t, c),
	),
	...[1, 2, 3].map((length) =>
		rule(
			`(?:make|turn|paint|colou?r|tint|dye|change|set|let|give) (.+?)(?: be| in| into| to| with)? ((?:[#\\w-]+ ){${3 - length}}[#\\w-]+)`,
			([t, c]) => paint(t, c),
		),
	),
]

const SCALES: readonly Rule[] = [
	rule(
		`(?:make|scale|grow) (.+?) (${NUMBER})(?: times)?(?: as)? (?:big|bigger|large|larger|size)(?: as .+)?`,
		([t, n = '']) => grow(t, numberOf(n)),
	),
	rule(
		`(?:make|scale|shrink) (.+?) (${NUMBER})(?: times)?(?: as)? (?:small|smaller|tiny)`,
		([t, n = '']) => {
			const factor = numberOf(n)
			return factor ? grow(t, factor < 1 ? factor : 1 / factor) : undefined
		},
	),
	rule('(?:make|scale) (.+?) half (?:as big|the size|its size)', ([t]) => grow(t, 0.5)),
	rule('double (?:the size of )?(.+?)(?: in size)?', ([t]) => grow(t, 2)),
	rule('(?:halve|half) (?:the size of )?(.+)', ([t]) => grow(t, 0.5)),
	rule(
		'make (.+?) (?:(?:a (?:bit|little)|much|even) )?(bigger|larger|smaller|tinier)',
		([t, how]) => grow(t, how === 'bigger' || how === 'larger' ? 1.5 : 0.5),
	),
	rule(
		'make (.+?) (?:(?:a (?:bit|little)|much|even) )?(taller|shorter|flatter|wider|narrower|thinner|deeper|longer)',
		([t, how = '']) =>
			withTarget(t, (target) => ({
				kind: 'scale',
				target,
				factor: STRETCH[how.toLowerCase()] ?? even(1),
			})),
	),
	rule(
		`(?:scale|resize|set the (?:scale|size) of) (.+?) to (${VECTOR}|${NUMBER})`,
		([t, size = '']) => {
			const figure = numberOf(size)
			const to = figure === undefined ? vectorOf(size) : even(figure)
			return to && withTarget(t, (target) => ({ kind: 'scale', target, to }))
		},
	),
	rule(
		`(?:scale|enlarge|grow)(?: up)? (.+?)(?: up)?(?: by (?:a factor of )?(${NUMBER})(?: times|x)?)?`,
		([t, n]) => grow(t, n ? numberOf(n) : 1.5),
	),
	rule(`(?:shrink|scale down)(?: down)? (.+?)(?: by (?:a factor of )?(${NUMBER}))?`, ([t, n]) => {
		const factor = n ? (numberOf(n) ?? 2) : 2
		return grow(t, factor < 1 ? factor : 1 / factor)
	}),
]
const STRETCH: Readonly<Record<string, Vec3>> = {
	taller: [1, 1.5, 1],
	shorter: [1, 0.5, 1],
	flatter: [1, 0.5, 1],
	wider: [1.5, 1, 1],
	narrower: [0.5, 1, 1],
	thinner: [0.5, 1, 0.5],
	deeper: [1, 1, 1.5],
	longer: [1, 1, 1.5],
}
const grow = (t: string | undefined, factor: number | undefined): Intent | undefined =>
	factor && factor > 0
		? withTarget(t, (target) => ({ kind: 'scale', target, factor: even(factor) }))
		: undefined

const ROTATES: readonly Rule[] = [
	rule(
		`(?:rotate|turn|tilt|spin) (.+?)(?: by)? (${NUMBER})(?: ?(?:degrees?|deg|°))(?: (?:around|about|on|along) (?:the |its )?([xyz])(?:[ -]axis)?)?`,
		([t, n = '', axis]) =>
			withTarget(t, (target) => ({
				kind: 'rotate',
				target,
				by: along(axisOf(axis, 'y'), numberOf(n) ?? 0),
			})),
	),
	rule(
		'(?:rotate|turn|tilt)(?: around)? (.+?)(?: (?:around|about|on) (?:the |its )?([xyz])(?:[ -]axis)?)?',
		([t, axis]) =>
			withTarget(t, (target) => ({
				kind: 'rotate',
				target,
				by: along(axisOf(axis, 'y'), DEFAULT_TURN_DEGREES),
			})),
	),
]

const shift = (
	t: string | undefined,
	direction: string | undefined,
	n: string | undefined,
): Intent | undefined => {
	const unit = DIRECTIONS[direction?.toLowerCase() ?? '']
	const amount = n ? numberOf(n) : 1
	if (!unit || amount === undefined) return undefined
	return withTarget(t, (target) => ({ kind: 'move', target, by: times(unit, amount) }))
}
const MOVES: readonly Rule[] = [
	rule(`(?:set|change) (?:the )?position of (.+?) to (${VECTOR})`, ([t, v = '']) => {
		const position = vectorOf(v)
		return (
			position &&
			withTarget(t, (target) => ({ kind: 'move', target, place: { kind: 'at', position } }))
		)
	}),
	rule(
		`(?:move|push|shift|bring|pull|slide) (.+?)(?: by)? (${NUMBER})${UNITS} (?:to the )?(${DIRECTION})`,
		([t, n, d]) => shift(t, d, n),
	),
	rule(
		`(?:move|push|shift|bring|pull|slide|lift|put) (.+?) (?:to the )?(${DIRECTION})(?: by)?(?: (${NUMBER})${UNITS})?`,
		([t, d, n]) => shift(t, d, n),
	),
	rule(`(?:raise|lift|elevate)(?: up)? (.+?)(?: up)?(?: by)?(?: (${NUMBER})${UNITS})?`, ([t, n]) =>
		shift(t, 'up', n),
	),
	rule(`(?:lower|sink)(?: down)? (.+?)(?: by)?(?: (${NUMBER})${UNITS})?`, ([t, n]) =>
		shift(t, 'down', n),
	),
	rule(`move (.+?) by (${VECTOR})`, ([t, v = '']) => {
		const by = vectorOf(v)
		return by && withTarget(t, (target) => ({ kind: 'move', target, by }))
	}),
	rule(
		'(?:move|put|place|set|bring|position|drag|stack) (.+?) ((?:(?:\\S+ (?:units?|meters?|metres?|m) )?(?:to|at|above|over|on|onto|atop|below|under|beneath|next|beside|near|left|right|in|behind)\\b).*)',
		([t, where = '']) => {
			const place = placeOf(where)
			return place && withTarget(t, (target) => ({ kind: 'move', target, place }))
		},
	),
]

const ACTIVE: readonly Rule[] = [
	rule('(?:hide|deactivate|disable|turn off|switch off) (.+)', ([t]) =>
		withTarget(t, (target) => ({ kind: 'active', target, active: false })),
	),
	rule('(?:unhide|activate|enable|turn on|switch on) (.+)|show (it|them) again', ([t, again]) =>
		withTarget(t || again, (target) => ({ kind: 'active', target, active: true })),
	),
]

export const CHANGE_RULES: readonly Rule[] = [
	...COLOURS,
	...DELETE,
	...COPY,
	...NAMES,
	...PARENTS,
	...SCALES,
	...ROTATES,
	...MOVES,
	...ACTIVE,
]
