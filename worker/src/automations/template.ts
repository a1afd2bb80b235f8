/**
 * Prompt templates: `{{ path }}` inserts a value of the payload as data. In the prompt's text stands only the
 * value's number and path; the value itself stands below, in a block of its own that it cannot close: JSON on one
 * line, in which `<`, `>` and every sign that could begin a line, hide or reverse text is escaped. So the
 * text around the blocks is the same for every payload. Pure.
 */
import { DATA_PREFACE } from '@fairlead/protocol/automations/automation-prompt'
import { hasValue, type Path, parsePath, type Sample, valueAt } from './payload.ts'

const MAX_VALUES = 50
/** Missing values that a sentence names. */
const MAX_NAMED = 5
/** Characters of one value's JSON, and of all of them. */
export const MAX_VALUE_CHARS = 8_000
export const MAX_VALUES_CHARS = 60_000

type Piece = { readonly text: string } | { readonly source: string; readonly path: Path }
export type Template = readonly Piece[]

/** The message is for the person who wrote the template. */
export class TemplateError extends Error {
	override name = 'TemplateError'
}

/** The delivery lacks what the prompt is about: the agent would work on nothing. The message is for its sender. */
export class MissingValue extends TemplateError {
	override name = 'MissingValue'
}

/** @throws {TemplateError} that says which placeholder is wrong */
export function parseTemplate(source: string): Template {
	const pieces: Piece[] = []
	let from = 0
	for (let open = source.indexOf('{{'); open !== -1; open = source.indexOf('{{', from)) {
		const close = source.indexOf('}}', open)
		if (close === -1) {
			const begin = JSON.stringify(source.slice(open, open + 20))
			throw new TemplateError(`The placeholder that begins with ${begin} has no closing }}.`)
		}
		const inside = source.slice(open + 2, close).trim()
		const path = parsePath(inside)
		if (path === null) {
			throw new TemplateError(
				`{{ ${inside.slice(0, 80)} }} is not a path into the payload. Write it like {{ pull_request.title }}.`,
			)
		}
		pieces.push({ text: source.slice(from, open) }, { source: inside, path })
		from = close + 2
	}
	pieces.push({ text: source.slice(from) })
	if (pathsOf(pieces).size > MAX_VALUES) {
		throw new TemplateError(`A template can have at most ${MAX_VALUES} different values.`)
	}
	return pieces
}

/** The different paths of a template, in order, by their source. */
const pathsOf = (template: Template): ReadonlyMap<string, Path> =>
	new Map(template.flatMap((piece) => ('source' in piece ? [[piece.source, piece.path]] : [])))

/** The user message for the model. @throws {MissingValue} */
export function renderPrompt(template: Template, sample: Sample): string {
	const paths = pathsOf(template)
	const sources = [...paths.keys()]
	const text = template
		.map((piece) =>
			'text' in piece
				? piece.text
				: `[value ${sources.indexOf(piece.source) + 1}: ${piece.source}]`,
		)
		.join('')
	if (paths.size === 0) return text
	const missing = [...paths].flatMap(([source, path]) => (hasValue(sample, path) ? [] : [source]))
	if (missing.length > 0) throw new MissingValue(missingWords(missing, sample))
	let left = MAX_VALUES_CHARS
	const blocks = [...paths].map(([source, path], i) => {
		const whole = asData(valueAt(sample, path))
		const shown = cut(whole, Math.min(MAX_VALUE_CHARS, left))
		left -= shown.length
		const note = shown === whole ? '' : ` cut="${whole.length - shown.length} characters"`
		return `<data value="${i + 1}" path="${source}"${note}>\n${shown}\n</data>`
	})
	return [text, DATA_PREFACE, ...blocks].join('\n\n')
}

function missingWords(missing: readonly string[], { payload }: Sample): string {
	const names = missing.slice(0, MAX_NAMED).map((source) => `{{ ${source} }}`)
	const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : ''
	const why = typeof payload === 'string' ? ' Its body is not JSON.' : ''
	return `The delivery has no value for ${names.join(', ')}${more}.${why}`
}

/**
 * Everything but printable text without a meaning for fences: controls, the separators of lines, invisible
 * signs, signs that reverse text, lone surrogates, tags (U+E0000), and angle brackets.
 */
const UNSAFE = /[<>`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

const escaped = (sign: string): string =>
	Array.from({ length: sign.length }, (_, i) => {
		return `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`
	}).join('')

/** Still JSON: outside of its texts, JSON has none of these signs. */
const asData = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escaped)

/** Never in the middle of an escape or of a sign of two units. */
function cut(json: string, limit: number): string {
	if (json.length <= limit) return json
	const kept = /^(?:\\u[0-9a-f]{4}|\\[^u]|[^\\])*/u.exec(json.slice(0, limit))?.[0] ?? ''
	return kept.replace(/[\uD800-\uDBFF]$/, '')
}
