/** The commands that the connected editor offers, and the tools made of them for the model. Pure. */
import { createHash } from 'node:crypto'
import type { CustomTool } from '@fairlead/protocol/editor-link'
import * as z from 'zod'
import { type CommandOrigin, fullName, groupsAreWords } from './command-names.ts'
import { riskOf, unityNameOf } from './command-risks.ts'
import { PIPELINE_PACKAGE } from './package-origin.ts'
import type { ShellFrame } from './shell-frames.ts'

const MAX_COMMANDS = 240
const MAX_PARAMETERS = 40
const MAX_DESCRIPTION_CHARS = 300
const MAX_PARAMETER_CHARS = 200
const MAX_NAME_CHARS = 48
/** So that no command takes the name of a tool of ours, and everyone sees whose it is. */
const PREFIX = 'pipeline_'

const text = z.string().nullish().catch(null)

const Parameter = z.object({
	name: z.string().min(1).max(100),
	type: text,
	description: text,
	required: z.boolean().nullish().catch(false),
	defaultValue: z.unknown().optional(),
})

const Command = z.object({
	name: z.string().min(1).max(200),
	/** Since version 0.9 the word before the name; before it, and in ids, a part of the name, or only a class. */
	group: text,
	/** The package or assembly that declares it. Older versions do not say. */
	package: z
		.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
		.nullish()
		.catch(null),
	description: text,
	parameters: z.array(z.unknown()).nullish().catch(null),
})

export interface BridgeCommand {
	/** As Unity's command line takes it; a group stands before it: `gameobject create`. */
	readonly name: string
	readonly origin: CommandOrigin
	readonly description: string
	readonly parameters: readonly z.infer<typeof Parameter>[]
}

/**
 * Null if the answer is no list of commands.
 * @param packageIsUnitys the project's `com.unity.pipeline` comes from Unity's registry.
 */
export function commandsIn(
	{ envelope }: ShellFrame,
	packageIsUnitys: boolean,
): readonly BridgeCommand[] | null {
	const data = envelope.data as Record<string, unknown> | unknown[] | null
	const listed = Array.isArray(data) ? data : (data?.['commands'] ?? data?.['tools'])
	if (!Array.isArray(listed)) return null
	const read = listed.slice(0, MAX_COMMANDS).flatMap((one) => {
		const command = Command.safeParse(one)
		return command.success ? [{ ...command.data, group: command.data.group ?? null }] : []
	})
	const declaredBy = read.map((one) => originOf(one.package ?? null, packageIsUnitys))
	const withGroups = groupsAreWords(
		read.filter((_, index) => declaredBy[index] !== 'project'),
		unityNameOf,
	)
	const commands = read.map(({ description, parameters, ...one }, index) => ({
		name: fullName(one, withGroups),
		origin: declaredBy[index] ?? 'unknown',
		description: description ?? '',
		parameters: parametersIn(parameters ?? []),
	}))
	// If two commands have one name, nobody can tell which runs.
	const times = Map.groupBy(commands, ({ name }) => name)
	return [...times.values()].map(([first, ...more]) =>
		more.length === 0 ? first : { ...first, origin: 'project' as const },
	) as BridgeCommand[]
}

function originOf(declaredBy: string | null, packageIsUnitys: boolean): CommandOrigin {
	if (declaredBy === null) return 'unknown'
	return declaredBy === PIPELINE_PACKAGE && packageIsUnitys ? 'unity' : 'project'
}

function parametersIn(listed: readonly unknown[]): z.infer<typeof Parameter>[] {
	return listed.slice(0, MAX_PARAMETERS).flatMap((one) => {
		const parameter = Parameter.safeParse(one)
		return parameter.success ? [parameter.data] : []
	})
}

export class CommandCatalog {
	/** Null: several commands could be meant, so none is. */
	readonly #byUnityName: ReadonlyMap<string, BridgeCommand | null>
	readonly #byTool: ReadonlyMap<string, BridgeCommand>

	constructor(commands: readonly BridgeCommand[]) {
		const byUnityName = new Map<string, BridgeCommand | null>()
		for (const one of commands) {
			const known = one.origin === 'project' ? null : unityNameOf(one.name)
			if (known === null) continue
			const isExact = one.name === known
			const taken = byUnityName.get(known)
			if (taken?.name === known) continue
			byUnityName.set(known, taken === undefined || isExact ? one : null)
		}
		this.#byUnityName = byUnityName
		this.#byTool = new Map(commands.map((one) => [toolName(one.name), one]))
	}

	/** Unity's command of this name, which is that of versions 0.3 to 0.8, however this version groups it. */
	find(name: string): BridgeCommand | null {
		return this.#byUnityName.get(name) ?? null
	}

	ofTool(name: string): BridgeCommand | null {
		return this.#byTool.get(name) ?? null
	}

	/** For find_tools; without the commands that tools of ours already use. */
	tools(used: ReadonlySet<BridgeCommand>): CustomTool[] {
		return [...this.#byTool]
			.filter(([, command]) => !used.has(command))
			.map(([name, command]) => ({
				name,
				description: `${sentence(command.description || command.name)} ${WHOSE[command.origin]}: not reverted by Fairlead.`,
				inputSchema: schemaOf(command),
				risk: riskOf(command),
			}))
	}
}

const WHOSE: Readonly<Record<CommandOrigin, string>> = {
	unity: "Unity's own command",
	project: "The project's own command",
	unknown: "A command of Unity's bridge or of the project",
}

function toolName(command: string): string {
	const plain = `${PREFIX}${command.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`
	if (plain.length <= MAX_NAME_CHARS) return plain
	const digest = createHash('sha256').update(command).digest('hex').slice(0, 6)
	return `${plain.slice(0, MAX_NAME_CHARS - digest.length - 1)}_${digest}`
}

function sentence(description: string): string {
	const short = description.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION_CHARS)
	return /[.!?]$/.test(short) ? short : `${short}.`
}

function schemaOf({ parameters }: BridgeCommand): Record<string, unknown> {
	const properties = parameters.map(({ name, type, description, defaultValue }) => {
		const said = description?.replace(/\s+/g, ' ').trim().slice(0, MAX_PARAMETER_CHARS)
		const initial = defaultValue ?? null
		return [
			name,
			{
				...typeOf(type ?? ''),
				...(said ? { description: said } : {}),
				...(initial === null || initial === '' ? {} : { default: initial }),
			},
		] as const
	})
	const required = parameters.filter((one) => one.required).map(({ name }) => name)
	return { type: 'object', properties: Object.fromEntries(properties), required }
}

/** C# names of types, in any spelling. An object reference may be a path or an id. */
function typeOf(type: string): Record<string, unknown> {
	const plain = type.toLowerCase().replace(/^system\./, '')
	if (plain.endsWith('[]')) return { type: 'array', items: typeOf(plain.slice(0, -2)) }
	if (/^(bool|boolean)$/.test(plain)) return { type: 'boolean' }
	if (/^u?(int|long|short)(16|32|64)?$|^integer$/.test(plain)) return { type: 'integer' }
	if (/^(single|double|float|decimal|number)$/.test(plain)) return { type: 'number' }
	if (/^(jobject|object)$/.test(plain)) return { type: 'object' }
	if (/^(string|objectref|enum)$/.test(plain)) return { type: 'string' }
	return {}
}
