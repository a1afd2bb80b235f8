/** All declarations of a project's scripts, and conclusions from them. */
import type { TypeDeclaration } from './declarations.ts'

/** A declaration with its file. */
export interface PlacedType {
	readonly file: string
	readonly usings: readonly string[]
	readonly type: TypeDeclaration
}

export const fullNameOf = (type: TypeDeclaration): string =>
	[...(type.namespace === '' ? [] : [type.namespace]), ...type.enclosing, type.name].join('.')

/** MonoBehaviour and those of its heirs that scripts commonly derive from. */
const COMPONENT_BASES: ReadonlySet<string> = new Set(
	'MonoBehaviour NetworkBehaviour UIBehaviour Selectable Button Toggle Slider Dropdown ScrollRect InputField Graphic MaskableGraphic Image RawImage Text LayoutGroup LayoutElement BaseMeshEffect BaseInputModule BaseRaycaster EventTrigger'.split(
		' ',
	),
)

/** Types that Unity attaches (component) or makes assets of (asset). */
export type UnityRole = 'component' | 'asset' | 'none'

export class ProjectTypes {
	readonly all: readonly PlacedType[]
	readonly #byName = new Map<string, PlacedType[]>()
	readonly namespaces: ReadonlySet<string>

	constructor(all: readonly PlacedType[]) {
		this.all = all
		const namespaces = new Set<string>()
		for (const placed of all) {
			const list = this.#byName.get(placed.type.name) ?? []
			list.push(placed)
			this.#byName.set(placed.type.name, list)
			const parts = placed.type.namespace.split('.')
			for (let i = 1; i <= parts.length; i++) namespaces.add(parts.slice(0, i).join('.'))
		}
		this.namespaces = namespaces
	}

	/**
	 * The project's type of this name (`Foo`, `Ns.Foo`, `Outer.Foo`) as seen from a place:
	 * types whose namespace is neither used nor enclosing do not count.
	 */
	find(name: string, from: PlacedType): PlacedType | undefined {
		const written = name.replace(/^global::/, '')
		const candidates = this.#byName.get(written.split('.').at(-1) ?? '') ?? []
		return candidates.find((candidate) => {
			if (candidate.type === from.type) return false
			const full = fullNameOf(candidate.type)
			return this.#scopes(from).some(
				(scope) => full === (scope === '' ? written : `${scope}.${written}`),
			)
		})
	}

	/** Enclosing types and namespaces, inside out, then the usings. */
	#scopes(from: PlacedType): string[] {
		const { namespace, enclosing, name } = from.type
		const parts = [...(namespace === '' ? [] : namespace.split('.')), ...enclosing, name]
		const own = parts.map((_, i) => parts.slice(0, parts.length - i).join('.'))
		return [...own, '', ...from.usings]
	}

	/** Follows the bases up to one of Unity's. */
	roleOf(placed: PlacedType, seen: ReadonlySet<TypeDeclaration> = new Set()): UnityRole {
		if (placed.type.kind !== 'class' || seen.has(placed.type)) return 'none'
		// Parts of a partial class may name the base in another file.
		const parts = (this.#byName.get(placed.type.name) ?? []).filter(
			(p) => fullNameOf(p.type) === fullNameOf(placed.type),
		)
		for (const part of parts) {
			for (const base of part.type.bases) {
				const short = base.name.split('.').at(-1)
				const declared = this.find(base.name, part)
				if (declared) {
					const role = this.roleOf(declared, new Set([...seen, placed.type]))
					if (role !== 'none') return role
				} else if (short !== undefined && COMPONENT_BASES.has(short)) {
					return 'component'
				} else if (short === 'ScriptableObject' || short === 'StateMachineBehaviour') {
					return 'asset'
				}
			}
		}
		return 'none'
	}

	/** The chain of project classes from the type itself up to its topmost base. */
	lineage(placed: PlacedType): PlacedType[] {
		const chain: PlacedType[] = []
		for (let at: PlacedType | undefined = placed; at && !chain.includes(at); ) {
			chain.push(at)
			const current: PlacedType = at
			at = current.type.bases
				.map((base) => this.find(base.name, current))
				.find((p) => p?.type.kind === 'class')
		}
		return chain
	}
}
