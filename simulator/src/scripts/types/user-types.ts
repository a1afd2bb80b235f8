/** Project declarations → the component types the editor offers. */
import type { UserField, UserType } from '../../engine/components/type-registry.ts'
import { literalOf } from '../tokens/literals.ts'
import type { FieldDeclaration } from './declarations.ts'
import { fullNameOf, type PlacedType, type ProjectTypes } from './project-types.ts'

const NEVER_SERIALIZED = ['static', 'const', 'readonly']
/** Types Unity's serializer skips whatever their attributes say. */
const UNSERIALIZABLE =
	/^(?:System\.|System\.Collections\.Generic\.)?(?:Dictionary|HashSet|Queue|Stack|SortedList|LinkedList|IEnumerable|IList|Action|Func|Predicate|Coroutine|Task|Nullable)\b|^(?:object|dynamic|decimal|void)$|\?$|\[,|\[\]\[\]$|^\(/

/** Component types, and the names of ScriptableObject types beside them. */
export function componentTypes(project: ProjectTypes): UserType[] {
	const types: UserType[] = []
	const seen = new Set<string>()
	for (const placed of project.all) {
		const { type } = placed
		const offered =
			project.roleOf(placed) === 'component' &&
			!type.modifiers.has('abstract') &&
			!type.modifiers.has('static') &&
			type.arity === 0 &&
			type.enclosing.length === 0 &&
			fileStem(placed.file) === type.name
		if (!offered || seen.has(fullNameOf(type))) continue
		seen.add(fullNameOf(type))
		types.push(userType(project, placed))
	}
	return types
}

export const fileStem = (file: string): string =>
	(file.split('/').at(-1) ?? '').replace(/\.cs$/i, '')

function userType(project: ProjectTypes, placed: PlacedType): UserType {
	const full = fullNameOf(placed.type)
	const parts = project.all.filter((p) => fullNameOf(p.type) === full)
	const lineage = [...new Set([...parts, ...project.lineage(placed).slice(1)])]
	// Unity lists inherited fields first.
	const fields = [...lineage].reverse().flatMap((p) => serializedFields(project, p))
	const attributes = lineage.flatMap((p) => p.type.attributes)
	const requires = attributes
		.filter((a) => a.name === 'RequireComponent')
		.flatMap((a) => a.args)
		.filter((t) => t.kind === 'identifier')
		.map((t) => t.text)
	return {
		name: placed.type.name,
		fullName: full,
		fields: uniqueByName(fields),
		...(requires.length > 0 ? { requires } : {}),
		...(attributes.some((a) => a.name === 'DisallowMultipleComponent')
			? { disallowMultiple: true }
			: {}),
	}
}

function uniqueByName(fields: readonly UserField[]): UserField[] {
	return [...new Map(fields.map((field) => [field.name, field])).values()]
}

export function serializedFields(project: ProjectTypes, placed: PlacedType): UserField[] {
	return placed.type.fields
		.filter((field) => isSerialized(project, placed, field))
		.map((field) => {
			const enumNames = enumMembers(project, placed, field.type)
			const value = field.initializer ? literalOf(field.initializer, field.type) : undefined
			return {
				name: field.name,
				type: field.type,
				...(value === undefined ? {} : { default: value }),
				...(enumNames ? { enumNames } : {}),
			}
		})
}

function isSerialized(project: ProjectTypes, placed: PlacedType, field: FieldDeclaration): boolean {
	const has = (name: string): boolean => field.attributes.some((a) => a.name === name)
	if (NEVER_SERIALIZED.some((m) => field.modifiers.has(m)) || has('NonSerialized')) return false
	if (!field.modifiers.has('public') && !has('SerializeField')) return false
	if (UNSERIALIZABLE.test(field.type)) return false
	const declared = project.find(elementOf(field.type), placed)
	return declared?.type.kind !== 'interface' && declared?.type.kind !== 'delegate'
}

const elementOf = (type: string): string =>
	(/List<(.+)>$/.exec(type)?.[1] ?? type).replace(/\[\]$/, '').replace(/<.*$/, '')

function enumMembers(
	project: ProjectTypes,
	placed: PlacedType,
	type: string,
): readonly string[] | undefined {
	const declared = project.find(elementOf(type), placed)
	return declared?.type.kind === 'enum' ? declared.type.members : undefined
}
