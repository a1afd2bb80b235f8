/** Bodies that hold nothing but what their schema names: a misspelt setting must not be taken for done. Pure. */
import type * as z from 'zod'
import { never } from 'zod/mini'

type Schema = z.core.$ZodType
type Definition = Readonly<Record<string, unknown>> & { readonly type: string }

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition

/** The schema with other parts; its own checks stay. */
const rebuilt = (schema: Schema, parts: Readonly<Record<string, unknown>>): Schema =>
	(schema as Schema & { clone(definition: unknown): Schema }).clone({
		...schema._zod.def,
		...parts,
	})

/** The schema, refusing members that it does not name, in objects within it too. One that takes any member stays as it is. */
export function onlyKnown<S extends Schema>(schema: S): S {
	return strict(schema) as S
}

function strict(schema: Schema): Schema {
	const definition = definitionOf(schema)
	switch (definition.type) {
		case 'object': {
			if (definition['catchall'] !== undefined) return schema
			const shape = Object.entries(definition['shape'] as Record<string, Schema>)
			const strictly = shape.map(([name, member]) => [name, strict(member)])
			return rebuilt(schema, { shape: Object.fromEntries(strictly), catchall: never() })
		}
		case 'optional':
		case 'nullable':
		case 'default':
		case 'prefault':
		case 'nonoptional':
		case 'readonly':
			return rebuilt(schema, { innerType: strict(definition['innerType'] as Schema) })
		case 'array':
			return rebuilt(schema, { element: strict(definition['element'] as Schema) })
		case 'union':
			return rebuilt(schema, { options: (definition['options'] as Schema[]).map(strict) })
		default:
			return schema
	}
}
