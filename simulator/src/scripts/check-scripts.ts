/** Checks all scripts of a project together, as one compilation. */
import type { CompileMessage } from '@fairlead/protocol/tools'
import type { UserType } from '../engine/components/type-registry.ts'
import { parseFile } from './parser/parse-file.ts'
import type { Token } from './tokens/token.ts'
import { fullNameOf, type PlacedType, ProjectTypes } from './types/project-types.ts'
import { componentTypes, fileStem } from './types/user-types.ts'
import { unknownTypes } from './unknown-types.ts'

/** A script as it lies on disk. */
export interface ScriptSource {
	/** Project-relative with forward slashes, e.g. `Assets/Scripts/Spin.cs`. */
	readonly path: string
	readonly text: string
}

export interface CompileResult {
	readonly errors: readonly CompileMessage[]
	readonly warnings: readonly CompileMessage[]
	/** Component types; empty when there are errors: the editor keeps the old ones. */
	readonly types: readonly UserType[]
}

export interface CompileOptions {
	/** Packages or plugins bring types of their own: unknown types are then not judged. */
	readonly hasForeignTypes?: boolean
}

/** Roslyn reports at most so many errors per file before it stops being useful. */
const MAX_ERRORS_PER_FILE = 20

export function checkScripts(
	scripts: readonly ScriptSource[],
	options: CompileOptions = {},
): CompileResult {
	const messages: CompileMessage[] = []
	const placed: PlacedType[] = []
	const files = scripts.map(({ path, text }) => ({ path, ...parseFile(text) }))
	for (const { path, file, diagnostics } of files) {
		for (const diagnostic of diagnostics.slice(0, MAX_ERRORS_PER_FILE)) {
			messages.push({ file: path, ...diagnostic })
		}
		for (const type of file.types) {
			placed.push({ file: path, usings: file.usings, type })
		}
	}
	const project = new ProjectTypes(placed)
	// With broken syntax the rest of the declarations is unknown; the compiler stops there too.
	if (messages.length === 0) {
		messages.push(...duplicates(project))
		if (!options.hasForeignTypes) messages.push(...unknownTypes(files, project))
	}
	const errors = messages.filter((m) => m.severity === 'error').sort(byPlace)
	return {
		errors,
		warnings: misnamed(project).sort(byPlace),
		types: errors.length > 0 ? [] : componentTypes(project),
	}
}

const byPlace = (a: CompileMessage, b: CompileMessage): number =>
	(a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column

const at = (
	file: string,
	token: Token,
	code: string,
	message: string,
	severity: CompileMessage['severity'] = 'error',
): CompileMessage => ({ file, line: token.line, column: token.column, code, message, severity })

/** Editor scripts are an assembly of their own: a class of the same name there does not clash. */
const assemblyOf = (file: string): string => (/(^|\/)Editor\//.test(file) ? 'editor' : 'player')

function duplicates(project: ProjectTypes): CompileMessage[] {
	const first = new Map<string, PlacedType>()
	const messages: CompileMessage[] = []
	for (const placed of project.all) {
		const { type, file } = placed
		const key = `${assemblyOf(file)} ${fullNameOf(type)}\`${type.arity}`
		const earlier = first.get(key)
		if (!earlier) {
			first.set(key, placed)
			continue
		}
		const partial = [type, earlier.type].filter((t) => t.modifiers.has('partial')).length
		if (partial === 2) continue
		const owner = type.enclosing.at(-1)
		const namespace = type.namespace === '' ? '<global namespace>' : type.namespace
		if (partial === 1) {
			messages.push(
				at(
					file,
					type.at,
					'CS0260',
					`Missing partial modifier on declaration of type '${type.name}'; another partial declaration of this type exists`,
				),
			)
		} else if (owner !== undefined) {
			const text = `The type '${owner}' already contains a definition for '${type.name}'`
			messages.push(at(file, type.at, 'CS0102', text))
		} else {
			const text = `The namespace '${namespace}' already contains a definition for '${type.name}'`
			messages.push(at(file, type.at, 'CS0101', text))
		}
	}
	return messages
}

/** Unity attaches only components whose class has the file's name. */
function misnamed(project: ProjectTypes): CompileMessage[] {
	const messages: CompileMessage[] = []
	for (const placed of project.all) {
		const { file, type } = placed
		if (type.enclosing.length > 0 || type.modifiers.has('abstract') || type.arity > 0) continue
		if (project.roleOf(placed) !== 'component') continue
		const full = fullNameOf(type)
		const files = project.all.filter((p) => fullNameOf(p.type) === full).map((p) => p.file)
		if (files.some((f) => fileStem(f) === type.name)) continue
		const stem = fileStem(file)
		messages.push(
			at(
				file,
				type.at,
				'UNITY0001',
				`The class '${type.name}' does not have the name of its file '${stem}.cs', so Unity cannot attach it. Rename the file to '${type.name}.cs' or the class to '${stem}'.`,
				'warning',
			),
		)
	}
	return messages
}
