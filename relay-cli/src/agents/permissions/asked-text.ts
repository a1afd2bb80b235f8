/** All that a coding agent asks for, for the person who decides: nothing is cut, and only secrets are hidden. */
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { holdsSecrets, MAX_PERMISSION_CHARS, MAX_PERMISSION_PATH } from '@fairlead/protocol/tools'
import { HIDDEN, withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { createTwoFilesPatch } from 'diff'
import { readRegular } from '../../disk/regular-file.ts'
import { HIDDEN_FILE, namesSecretFile } from '../reading/entries.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../transcripts/fields.ts'

/** A larger file is compared with what the call says of it only. */
const MAX_FILE_BYTES = 1024 * 1024

export interface AskedText {
	readonly text: string
	readonly language: '' | 'diff'
	/** The file that it is about, for people. */
	readonly path?: string
}

/** Tools that ask something else than a permission: only their own dialog can be answered. */
const DIALOGS: readonly string[] = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']

/** @returns null if the terminal must ask: the request is not a valid permission, is too long, or would hide code */
export async function askedText(
	tool: string,
	input: Fields,
	cwd: string,
): Promise<AskedText | null> {
	if (tool === '' || DIALOGS.includes(tool)) return null
	const asked = await textFor(tool, input, cwd)
	return asked && whole(asked)
}

/** Returns null if it is too long to be shown whole, or says nothing. */
export function whole(asked: AskedText): AskedText | null {
	const { text, path = '' } = asked
	const isWhole = text.length <= MAX_PERMISSION_CHARS && path.length <= MAX_PERMISSION_PATH
	return isWhole && text.trim() !== '' ? asked : null
}

async function textFor(tool: string, input: Fields, cwd: string): Promise<AskedText | null> {
	const command = textOf(input['command'])
	if ((tool === 'Bash' || tool === 'PowerShell') && command !== null && isOnly(input, COMMAND)) {
		const text = withoutSecrets(command)
		return hidesCode(command, text) || hidesArgument(text) ? null : { text, language: '' }
	}
	const path = textOf(input['file_path']) || null
	const shownPath = path === null ? null : withoutSecrets(path)
	// The path with a hidden folder would name another file.
	if (path !== null && shownPath !== null && depthOf(path) !== depthOf(shownPath)) return null
	const about = shownPath === null ? {} : { path: shownPath }
	const edits = editsOf(tool, input)
	if (path !== null && EDITORS.includes(tool) && (await isSecretFile(path, cwd)))
		return { text: HIDDEN_FILE, language: '', ...about }
	// Another tool's secret file would be stored with the question.
	if (!EDITORS.includes(tool) && tool !== 'Read' && namesSecretFile(input)) return null
	if (path !== null && edits !== null) {
		const patch = await patchOf(path, edits, cwd)
		const text = withoutSecrets(patch)
		return hidesCode(patch, text) ? null : { text, language: 'diff', ...about }
	}
	const text = shownOf(input, (value) => JSON.stringify(value, null, 2))
	return text === null ? null : { text, language: '', ...about }
}

/** Returns null if code would be hidden, or it cannot be written down. Strings by themselves first: in JSON, a secret may not be found. */
export function shownOf<T>(asked: T, write: (asked: T) => string): string | null {
	const hide = (_: string, value: unknown) =>
		typeof value === 'string' ? withoutSecrets(value) : value
	try {
		const text = withoutSecrets(write(JSON.parse(JSON.stringify(asked, hide))))
		return hidesCode(write(asked), text) ? null : text
	} catch {
		// Values that are nested too deeply.
		return null
	}
}

/** Signs that code has and a secret has not: between words, around arguments, before another command; also as JSON has them. */
const CODE = /[\s;|&`$<>(){}]|\\[nrt]/g
/** The scheme in a header, which is hidden with the secret. Without the colon, a shell would run the word after it. */
const SCHEME = /(?<=\bauthorization["']?:\s*)(?:Bearer|Basic)\s+/gi

const signsOf = (text: string): number => text.replace(SCHEME, '').match(CODE)?.length ?? 0

/**
 * A person must not allow what runs behind a name that only looks like one of a secret: `token=$(…)`, `PGPASSWORD=x rm -rf ~`.
 * Only one word may be hidden at a place.
 */
const hidesCode = (asked: string, shown: string): boolean =>
	asked.includes(HIDDEN) || signsOf(asked) !== signsOf(shown.replaceAll(HIDDEN, ''))

/** A secret's name, or an option for one: any other hidden word of a command may be a program, a file or a package. */
const BEFORE_VALUE =
	/[\w-]*(?:pass|pwd|token|secret|key|auth|cred|cookie)[\w-]*["']?(?:\s?[=:]\s?|\s+)["']?$|(?:^|\s)-[up]\s*["']?$/i

function hidesArgument(shown: string): boolean {
	const pieces = shown.split(HIDDEN)
	return pieces.slice(0, -1).some((before, at) => {
		const isLogin = before.endsWith('://') && pieces[at + 1]?.startsWith('@')
		return !isLogin && !BEFORE_VALUE.test(before)
	})
}

const depthOf = (path: string): number => path.split(/[\\/]/).length

/** Arguments of a command that change nothing of what runs. */
const COMMAND = ['command', 'description', 'timeout', 'run_in_background']
const EDIT = ['file_path', 'old_string', 'new_string', 'replace_all']
const EDITS = ['file_path', 'edits']
const WRITE = ['file_path', 'content']
const EDITORS: readonly string[] = ['Edit', 'MultiEdit', 'Write']

/** An argument that is not known is shown: then all are. */
const isOnly = (input: Fields, known: readonly string[]): boolean =>
	Object.keys(input).every((name) => known.includes(name))

interface Edit {
	/** The text that is replaced; null: the whole file. */
	readonly before: string | null
	readonly after: string
	readonly everywhere: boolean
}

/** Returns null if it does not edit a file in a way that is known. */
function editsOf(tool: string, input: Fields): readonly Edit[] | null {
	if (tool === 'Write' && isOnly(input, WRITE)) {
		const after = textOf(input['content'])
		return after === null ? null : [{ before: null, after, everywhere: false }]
	}
	if (tool === 'Edit') return allOf([editOf(input)])
	if (tool !== 'MultiEdit' || !isOnly(input, EDITS)) return null
	return allOf(listOf(input['edits']).map((one) => editOf(fieldsOf(one) ?? {})))
}

const allOf = (edits: readonly (Edit | null)[]): readonly Edit[] | null => {
	const known = edits.filter((one) => one !== null)
	return known.length === 0 || known.length < edits.length ? null : known
}

function editOf(input: Fields): Edit | null {
	const [before, after] = [textOf(input['old_string']), textOf(input['new_string'])]
	if (before === null || after === null || !isOnly(input, EDIT)) return null
	return { before, after, everywhere: input['replace_all'] === true }
}

/** The difference of the file, or of the edits alone where the file does not have what they replace. */
async function patchOf(path: string, edits: readonly Edit[], cwd: string): Promise<string> {
	const now = await contentOf(resolve(cwd, path))
	const after = now === null ? null : edited(now, edits)
	if (now !== null && after !== null) return patch(path, now, after)
	return edits.map((edit) => patch(path, edit.before ?? '', edit.after, edit.everywhere)).join('\n')
}

const patch = (path: string, before: string, after: string, everywhere = false): string =>
	createTwoFilesPatch(path, path, before, after, '', everywhere ? 'at each place' : '')

/** Judges by the name of the file, and by that of the file that a link leads to. */
async function isSecretFile(path: string, cwd: string): Promise<boolean> {
	if (holdsSecrets(path)) return true
	const real = await realpath(resolve(cwd, path)).catch(() => null)
	return real !== null && holdsSecrets(real)
}

/** Returns null if the file is missing or too large. */
async function contentOf(path: string): Promise<string | null> {
	try {
		if ((await stat(path)).size > MAX_FILE_BYTES) return null
		return (await readRegular(path)).toString('utf8')
	} catch {
		return null
	}
}

/** Returns null if the file does not have what they replace, or would be too large after them. */
function edited(content: string, edits: readonly Edit[]): string | null {
	let text = content
	for (const { before, after, everywhere } of edits) {
		if (before === null) text = after
		else if (before === '' || !text.includes(before)) return null
		else {
			const places = everywhere ? text.split(before).length - 1 : 1
			if (text.length + places * (after.length - before.length) > MAX_FILE_BYTES) return null
			text = everywhere ? text.replaceAll(before, () => after) : text.replace(before, () => after)
		}
	}
	return text
}
