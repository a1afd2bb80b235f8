/**
 * Holds the server's answers against its own OpenAPI document, as a client reads it: an answer with a
 * status, type or field that the document does not have is a mistake of one of the two.
 */
import * as z from 'zod'

interface Documented {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
	readonly components: { readonly schemas: { readonly Problem: object } }
}

interface Operation {
	readonly responses: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
	>
}

const PROBLEM = 'application/problem+json'
/** The default answer refers to it by name, which does not resolve outside of the document. */
const PROBLEM_REF = '#/components/schemas/Problem'

export class ApiDocument {
	readonly #document: Documented
	readonly #checks = new Map<object, z.ZodType>()

	constructor(document: unknown) {
		this.#document = document as Documented
	}

	/** The difference between an answer and the document; null: there is none. The answer stays readable. */
	async mismatch(method: string, path: string, answer: Response): Promise<string | null> {
		const operation = this.#find(method, path)
		// An address that is not of the API, or not of this method, answers with a problem.
		if (!operation) return answer.status < 400 ? `${answer.status} from an unknown address` : null
		const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
		const documented = operation.responses[String(answer.status)]
		const content = documented ? documented.content : operation.responses['default']?.content
		if (!documented && answer.status < 400) return `status ${answer.status} is not documented`
		if (!content) return answer.body && type !== '' ? `a body of ${type} is not documented` : null
		const described =
			content[type] ?? content['*/*'] ?? (type === PROBLEM ? { schema: this.#problem } : undefined)
		if (!described) return `${answer.status} has the type "${type}", not ${Object.keys(content)}`
		if (!/[/+]json$/.test(type) || described === content['*/*']) return null
		const body: unknown = await answer.clone().json()
		const result = this.#check(described.schema).safeParse(body)
		return result.success ? null : z.prettifyError(result.error)
	}

	get #problem(): object {
		return this.#document.components.schemas.Problem
	}

	#find(method: string, path: string): Operation | undefined {
		for (const [pattern, methods] of Object.entries(this.#document.paths)) {
			const matches = new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
			const operation = methods[method.toLowerCase()]
			if (matches && operation) return operation
		}
		return undefined
	}

	#check(schema: object): z.ZodType {
		const resolved = '$ref' in schema && schema.$ref === PROBLEM_REF ? this.#problem : schema
		const known = this.#checks.get(resolved)
		if (known) return known
		const check = z.fromJSONSchema(resolved as Parameters<typeof z.fromJSONSchema>[0])
		this.#checks.set(resolved, check)
		return check
	}
}
