/**
 * Names of types that exist nowhere (CS0246). A wrong complaint costs an agent more than a missed one, so
 * everything that may be a type counts as one: any type of the project wherever it stands, any type parameter of
 * the file, and whole files that use a namespace whose types are not all known here.
 */
import type { CompileMessage } from '@fairlead/protocol/tools'
import type { TypeUse } from './tokens/cursor.ts'
import type { ScriptFile } from './types/declarations.ts'
import { isIn, isListed, isNested, isWord } from './types/known-types.ts'
import type { ProjectTypes } from './types/project-types.ts'

/** Bases that bring no types of their own along. */
const PLAIN_BASES: ReadonlySet<string> = new Set(['MonoBehaviour', 'ScriptableObject', 'Attribute'])

export function unknownTypes(
	files: readonly { readonly path: string; readonly file: ScriptFile }[],
	project: ProjectTypes,
): CompileMessage[] {
	const declared = new Set(project.all.map(({ type }) => type.name))
	return files.flatMap(({ path, file }) => {
		const visible = visibleIn(file)
		if (visible.some((name) => !isListed(name) && !project.namespaces.has(name))) return []
		const hasHeirs = file.types.some(({ bases }) =>
			bases.some(({ name }) => !PLAIN_BASES.has(name)),
		)
		const exists = (name: string): boolean =>
			declared.has(name) ||
			file.typeParameters.has(name) ||
			file.aliases.includes(name) ||
			isWord(name) ||
			visible.some((namespace) => isIn(namespace, name)) ||
			(hasHeirs && isNested(name))
		return file.typeUses.flatMap((use) => {
			const [first] = use.parts
			// The first part of a longer name may be a namespace, seen from any of the file's own.
			if (!first || use.parts.length > 1 || exists(first.text)) return []
			if (use.isAttribute && exists(`${first.text}Attribute`)) return []
			return namesOf(use).map((name) => ({
				file: path,
				line: first.line,
				column: first.column,
				code: 'CS0246',
				message: `The type or namespace name '${name}' could not be found (are you missing a using directive or an assembly reference?)`,
				severity: 'error' as const,
			}))
		})
	})
}

/** The namespaces whose types need no qualification anywhere in the file. */
function visibleIn(file: ScriptFile): readonly string[] {
	const enclosing = file.types.flatMap(({ namespace }) => {
		const parts = namespace.split('.')
		return parts.map((_, i) => parts.slice(0, i + 1).join('.'))
	})
	return [...new Set([...file.usings, ...enclosing])].filter((name) => name !== '')
}

/** The names as the compiler writes them; it looks for an attribute under both. */
function namesOf({ parts, arity, isAttribute }: TypeUse): readonly string[] {
	const name = `${parts[0]?.text}${arity > 0 ? `<${','.repeat(arity - 1)}>` : ''}`
	return isAttribute ? [`${name}Attribute`, name] : [name]
}
