/** The declarations of a script file that matter to Unity's inspector and our checks. */
import type { AttributeUse } from '../parser/parse-attributes.ts'
import type { TypeUse } from '../tokens/cursor.ts'
import type { Token } from '../tokens/token.ts'

export interface FieldDeclaration {
	readonly name: string
	/** Type source without spaces, e.g. `List<Vector3>`. */
	readonly type: string
	readonly modifiers: ReadonlySet<string>
	readonly attributes: readonly AttributeUse[]
	/** Tokens of the initialiser, null without one. */
	readonly initializer: readonly Token[] | null
	readonly at: Token
}

export interface BaseReference {
	/** The name as written, without type arguments, e.g. `UnityEngine.MonoBehaviour`. */
	readonly name: string
	readonly at: Token
}

export type TypeKind = 'class' | 'struct' | 'interface' | 'enum' | 'record' | 'delegate'

export interface TypeDeclaration {
	readonly name: string
	readonly kind: TypeKind
	readonly arity: number
	readonly typeParameters: readonly string[]
	/** `''` for the global namespace. */
	readonly namespace: string
	/** Names of the enclosing types, outermost first. */
	readonly enclosing: readonly string[]
	readonly modifiers: ReadonlySet<string>
	readonly attributes: readonly AttributeUse[]
	readonly bases: readonly BaseReference[]
	readonly fields: readonly FieldDeclaration[]
	/** Enum members in order. */
	readonly members: readonly string[]
	readonly at: Token
}

export interface ScriptFile {
	/** Namespaces of the using directives; aliases and static ones apart. */
	readonly usings: readonly string[]
	/** Names introduced by `using X = …`. */
	readonly aliases: readonly string[]
	readonly types: readonly TypeDeclaration[]
	/** Uses of types in the order of reading. */
	readonly typeUses: readonly TypeUse[]
	/** Type parameters of its types, methods and local functions. */
	readonly typeParameters: ReadonlySet<string>
}
