/** The project's scripts over time: the last compile, its results, and the messages for the user. */
import type { CompileMessage, ToolArgs, ToolResult, TypeSummary } from '@fairlead/protocol/tools'
import type { UserType } from '../engine/components/type-registry.ts'
import { type CompileResult, checkScripts } from './check-scripts.ts'
import { type ProjectScripts, readScripts } from './read-scripts.ts'

export type RefreshArgs = ToolArgs<'unity_refresh', 'run'>
export type RefreshResult = ToolResult<'unity_refresh', 'run'>

/** The limits of "no errors" in this editor. */
const CHECKED =
	'The simulator checks syntax and the names of types only: Unity may still find errors, such as int x = "text".'

export class Compiler {
	readonly #projectPath: string
	#compiledHash = ''
	#last: CompileResult = { errors: [], warnings: [], types: [] }
	/** Types of the last compile without errors: what the editor offers. */
	#types: readonly UserType[] = []
	/** JSON of the types that {@link report} has listed, or left out for its limit. */
	#reported = new Set<string>()

	constructor(projectPath: string) {
		this.#projectPath = projectPath
	}

	get types(): readonly UserType[] {
		return this.#types
	}
	get errors(): readonly CompileMessage[] {
		return this.#last.errors
	}

	/** The scripts when they are not those of the last compile, otherwise null. */
	async changedScripts(): Promise<ProjectScripts | null> {
		const scripts = await readScripts(this.#projectPath)
		return scripts.hash === this.#compiledHash ? null : scripts
	}

	/** Compiles. With errors the old types stay. */
	compile(scripts: ProjectScripts): CompileResult {
		const result = checkScripts(scripts.sources, { hasForeignTypes: scripts.hasForeignTypes })
		this.#compiledHash = scripts.hash
		this.#last = result
		if (result.errors.length === 0) this.#types = newestFirst(this.#types, result.types)
		return result
	}

	/** The current answer of `unity_refresh`. */
	report(args: RefreshArgs, recompiled: boolean): RefreshResult {
		const hasErrors = this.#last.errors.length > 0
		const watched = args.watched_scripts ?? []
		const fresh = hasErrors ? [] : this.#unreported()
		const known = new Set(this.#types.flatMap((t) => [t.name, t.fullName ?? t.name]))
		return {
			...(recompiled && !hasErrors ? { note: CHECKED } : {}),
			recompiled,
			hasErrors,
			errors: [...this.#last.errors],
			warnings: [...this.#last.warnings],
			availableTypes: fresh.slice(0, args.type_limit).map(summaryOf),
			watchedScripts: {
				found: watched.filter((name) => known.has(name)),
				missing: watched.filter((name) => !known.has(name)),
			},
		}
	}

	/** Types that were not there at the last report, or have other fields now. */
	#unreported(): readonly UserType[] {
		const before = this.#reported
		this.#reported = new Set(this.#types.map((type) => JSON.stringify(type)))
		return this.#types.filter((type) => !before.has(JSON.stringify(type)))
	}
}

/** The line that Unity writes to its console. */
export const consoleLine = (m: CompileMessage): string =>
	`${m.file}(${m.line},${m.column}): ${m.severity} ${m.code}: ${m.message}`

const summaryOf = (type: UserType): TypeSummary => ({
	name: type.name,
	fullName: type.fullName ?? type.name,
	isUserScript: true,
	fields: type.fields.map((field) => ({ name: field.name, type: field.type })),
})

/** Types that were not there before, or have other fields now, come first. */
function newestFirst(before: readonly UserType[], now: readonly UserType[]): UserType[] {
	const known = new Map(before.map((type) => [type.fullName, JSON.stringify(type)]))
	const isNew = (type: UserType): boolean => known.get(type.fullName) !== JSON.stringify(type)
	return [...now.filter(isNew), ...now.filter((type) => !isNew(type))]
}
