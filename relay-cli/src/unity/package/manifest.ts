/** Packages/manifest.json as text: reading and changing the one line that is ours, and nothing else. Pure. */
import {
	applyEdits,
	type FormattingOptions,
	findNodeAtLocation,
	getNodeValue,
	modify,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser'
import { UserError } from '../../platform/user-error.ts'

export const OUR_PACKAGE = 'com.fairlead.editor'
const BOM = '\uFEFF'

/** The file is not what Unity could read either. The message says where. */
export class ManifestError extends UserError {}

export interface Manifest {
	/** Sources by package; empty without `dependencies`. */
	readonly dependencies: Readonly<Record<string, unknown>>
}

/**
 * @param path names the file in errors.
 * @throws {ManifestError}
 */
export function readManifest(text: string, path: string): Manifest {
	const root = parsed(text, path)
	const value: unknown = getNodeValue(root)
	const dependencies = (value as { dependencies?: unknown }).dependencies ?? {}
	const node = findNodeAtLocation(root, ['dependencies'])
	if (typeof dependencies !== 'object' || Array.isArray(dependencies))
		throw new ManifestError(
			`${path}${placeOf(withoutBom(text), node?.offset ?? 0)}: "dependencies" must be an object. Correct the file, then try again. Nothing was changed.`,
		)
	const ours = (node?.children ?? []).filter((one) => one.children?.[0]?.value === OUR_PACKAGE)
	const second = ours[1]
	if (second)
		throw new ManifestError(
			`${path}${placeOf(withoutBom(text), second.offset)}: ${OUR_PACKAGE} is listed twice. Remove one of the lines, then try again. Nothing was changed.`,
		)
	return { dependencies: dependencies as Record<string, unknown> }
}

/**
 * The text with our package from this source; the same text if it has it already.
 * @throws {ManifestError}
 */
export function withPackage(text: string, source: string, path: string): string {
	const { dependencies } = readManifest(text, path)
	if (dependencies[OUR_PACKAGE] === source) return text
	return changed(text, (body, formattingOptions) =>
		modify(body, ['dependencies', OUR_PACKAGE], source, {
			formattingOptions,
			// Unity sorts them when it writes the file.
			getInsertionIndex: (names) => {
				const at = names.findIndex((name) => name > OUR_PACKAGE)
				return at < 0 ? names.length : at
			},
		}),
	)
}

/**
 * The text without our package; the same text if it has none.
 * @throws {ManifestError}
 */
export function withoutPackage(text: string, path: string): string {
	if (!(OUR_PACKAGE in readManifest(text, path).dependencies)) return text
	return changed(text, (body, formattingOptions) =>
		modify(body, ['dependencies', OUR_PACKAGE], undefined, { formattingOptions }),
	)
}

const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)

function changed(
	text: string,
	edit: (body: string, format: FormattingOptions) => ReturnType<typeof modify>,
): string {
	const body = withoutBom(text)
	const result = applyEdits(body, edit(body, formatOf(body)))
	return text.startsWith(BOM) ? BOM + result : result
}

/** The indentation of the first indented line, and the line ends of the first line. */
function formatOf(body: string): FormattingOptions {
	const indent = /\n([ \t]+)\S/.exec(body)?.[1] ?? '  '
	return {
		eol: /\r\n/.test(body) ? '\r\n' : '\n',
		insertSpaces: !indent.startsWith('\t'),
		tabSize: indent.startsWith('\t') ? 1 : indent.length,
	}
}

function parsed(text: string, path: string) {
	const body = withoutBom(text)
	const errors: ParseError[] = []
	const root = parseTree(body, errors, { disallowComments: true, allowTrailingComma: false })
	const first = errors[0]
	if (first)
		throw new ManifestError(
			`${path}${placeOf(body, first.offset)}: not valid JSON (${wordsOf(first)}). Correct the file, then try again. Nothing was changed.`,
		)
	if (root?.type !== 'object')
		throw new ManifestError(
			`${path}: not a package manifest: it must hold a JSON object. Nothing was changed.`,
		)
	return root
}

/** "InvalidCommentToken" → "invalid comment token". */
const wordsOf = ({ error }: ParseError): string =>
	printParseErrorCode(error)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()

function placeOf(body: string, offset: number): string {
	const before = body.slice(0, offset).split('\n')
	return `, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
