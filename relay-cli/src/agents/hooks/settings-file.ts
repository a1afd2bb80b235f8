/** Our hooks in the settings of Claude Code: added, changed, removed; every other byte stays. */
import { mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from 'jsonc-parser'
import writeFileAtomic from 'write-file-atomic'
import { placeOf } from '../../mcp-server/install/config-error.ts'
import { UserError } from '../../platform/user-error.ts'
import { thisMachine } from '../../unity/this-machine.ts'
import { claudeFolder } from '../transcripts/claude-folder.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../transcripts/fields.ts'
import { isOurs } from './hook-command.ts'

interface HookedEvent {
	readonly name: string
	readonly isAsync: boolean
	/** Default: {@link TIMEOUT_S}. */
	readonly timeoutS?: number
}

/** Hooked events. Claude Code waits for our program only if the order of an event among others counts. */
const EVENTS: readonly HookedEvent[] = [
	{ name: 'SessionStart', isAsync: false },
	{ name: 'SessionEnd', isAsync: false },
	// It waits beside the prompt in the terminal, and may answer it.
	{ name: 'PermissionRequest', isAsync: false, timeoutS: 720 },
	{ name: 'Notification', isAsync: true },
	{ name: 'Stop', isAsync: true },
	{ name: 'SubagentStop', isAsync: true },
]
/** Our program ends by itself before. */
const TIMEOUT_S = 5
const MAX_BYTES = 8 * 1024 * 1024
const BOM = '\uFEFF'
const PARSING = { allowTrailingComma: true, disallowComments: false } as const

export const hooksFile = (): string => join(claudeFolder(thisMachine()), 'settings.json')

/** `elsewhere`: they tell the relay of another home folder, or run another copy of this program. */
export type InstalledHooks = 'none' | 'here' | 'elsewhere'

/** @throws {UserError} if the file is damaged */
export async function installedHooks(named: string, command: string): Promise<InstalledHooks> {
	const text = await read(named)
	const settings = text === null ? {} : settingsIn(text, named)
	const ours = EVENTS.map((event) => ({
		wanted: JSON.stringify(groupOf(command, event)),
		groups: groupsOf(settings, event.name).filter(({ isOnlyOurs }) => isOnlyOurs),
	}))
	if (ours.some(({ groups }) => groups.length === 0)) return 'none'
	const isHere = ours.every(({ wanted, groups }) =>
		groups.some(({ group }) => JSON.stringify(group) === wanted),
	)
	return isHere ? 'here' : 'elsewhere'
}

/**
 * @param command null: removes ours
 * @throws {UserError} if the file is damaged, or was changed at the same moment; it is then left as it is
 */
export async function changeHooksIn(
	named: string,
	command: string | null,
): Promise<'added' | 'changed' | 'removed' | 'unchanged'> {
	// Settings are often links into a folder under version control.
	const file = await realpath(named).catch(() => named)
	const before = await read(file)
	if (before === null && command === null) return 'unchanged'
	const had = before !== null && hasOurs(settingsIn(before, file))
	const after = withHooks(before ?? '', command, file)
	if (after === before) return 'unchanged'
	if ((await read(file)) !== before)
		throw new UserError(`${file} was changed by another program at this moment. Try again.`)
	await mkdir(dirname(file), { recursive: true })
	await writeFileAtomic(file, after)
	if (command === null) return 'removed'
	return had ? 'changed' : 'added'
}

/** Pure. */
export function withHooks(text: string, command: string | null, file: string): string {
	const bom = text.startsWith(BOM) ? BOM : ''
	let json = text.slice(bom.length)
	const isBlank = json.trim() === ''
	if (isBlank) json = '{}'
	const formattingOptions = formattingOf(json)
	const edit = (path: (string | number)[], value: unknown, isArrayInsertion = false): void => {
		json = applyEdits(json, modify(json, path, value, { formattingOptions, isArrayInsertion }))
	}
	for (const event of EVENTS) {
		const { name } = event
		const wanted = command === null ? null : groupOf(command, event)
		const ours = groupsOf(settingsIn(json, file), name).filter(({ isOurs }) => isOurs)
		const [first] = ours
		if (wanted && ours.length === 1 && first?.isOnlyOurs) {
			if (JSON.stringify(first.group) === JSON.stringify(wanted)) continue
			edit(['hooks', name, first.index], wanted)
			continue
		}
		// From the last one, so that the indexes of the others stay.
		for (const { index, group, isOnlyOurs } of ours.toReversed()) {
			if (isOnlyOurs) edit(['hooks', name, index], undefined)
			else
				edit(
					['hooks', name, index, 'hooks'],
					hooksOf(group).filter((one) => !isOurHook(one)),
				)
		}
		if (wanted) {
			const isList = Array.isArray(fieldsOf(settingsIn(json, file)['hooks'])?.[name])
			edit(['hooks', name, ...(isList ? [-1] : [])], isList ? wanted : [wanted], isList)
		} else if (ours.length > 0) {
			const left = fieldsOf(settingsIn(json, file)['hooks'])
			if (listOf(left?.[name]).length === 0) edit(['hooks', name], undefined)
			if (Object.keys(fieldsOf(settingsIn(json, file)['hooks']) ?? {}).length === 0)
				edit(['hooks'], undefined)
		}
	}
	if (isBlank) return command === null ? text : `${bom}${json}\n`
	return bom + json
}

const groupOf = (command: string, { isAsync, timeoutS = TIMEOUT_S }: HookedEvent) => ({
	hooks: [{ type: 'command', command, timeout: timeoutS, ...(isAsync ? { async: true } : {}) }],
})

interface Group {
	readonly index: number
	readonly group: Fields
	readonly isOurs: boolean
	/** Nobody else's hook is in it, and no matcher. */
	readonly isOnlyOurs: boolean
}

function groupsOf(settings: Fields, event: string): Group[] {
	return listOf(fieldsOf(settings['hooks'])?.[event]).flatMap((value, index) => {
		const group = fieldsOf(value)
		if (!group) return []
		const hooks = hooksOf(group)
		const ours = hooks.filter(isOurHook).length
		const isOnlyOurs = ours > 0 && ours === hooks.length && Object.keys(group).length === 1
		return [{ index, group, isOurs: ours > 0, isOnlyOurs }]
	})
}

const hooksOf = (group: Fields): readonly unknown[] => listOf(group['hooks'])

const isOurHook = (hook: unknown): boolean => isOurs(textOf(fieldsOf(hook)?.['command']) ?? '')

const hasOurs = (settings: Fields): boolean =>
	EVENTS.some(({ name }) => groupsOf(settings, name).some(({ isOurs }) => isOurs))

/** The formatting that the file has. */
function formattingOf(json: string): FormattingOptions {
	const unit = /\n([ \t]+)\S/.exec(json)?.[1] ?? '  '
	return {
		insertSpaces: !unit.startsWith('\t'),
		tabSize: unit.startsWith('\t') ? 1 : unit.length,
		eol: json.includes('\r\n') ? '\r\n' : '\n',
	}
}

function settingsIn(text: string, file: string): Fields {
	const json = text.startsWith(BOM) ? text.slice(1) : text
	if (json.trim() === '') return {}
	const errors: ParseError[] = []
	const settings = fieldsOf(parse(json, errors, PARSING))
	const [first] = errors
	if (first)
		throw new UserError(
			`${file} is not valid JSON at ${placeOf(json, first.offset)}, and was not changed. Repair it, then try again.`,
		)
	const hooks = settings?.['hooks']
	const isWrong = hooks !== undefined && !fieldsOf(hooks)
	const wrong = EVENTS.find(({ name }) => {
		const groups = fieldsOf(hooks)?.[name]
		return groups !== undefined && !Array.isArray(groups)
	})
	if (!settings || isWrong || wrong)
		throw new UserError(
			`${file} does not have the form of settings of Claude Code${wrong ? ` ("hooks.${wrong.name}" is not a list)` : ''}, and was not changed. Repair it, then try again.`,
		)
	return settings
}

async function read(file: string): Promise<string | null> {
	let bytes: Buffer
	try {
		bytes = await readFile(file)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
		throw new UserError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
	}
	if (bytes.length > MAX_BYTES) throw new UserError(`${file} is too large for settings.`)
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
	} catch {
		throw new UserError(`${file} is not UTF-8 text, and was not changed.`)
	}
}
