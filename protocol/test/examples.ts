/** All examples of the contract, one after another. */
import { allTools } from '../src/tools/index.ts'

export const examples = allTools.flatMap((tool) =>
	Object.entries(tool.actions).flatMap(([action, spec]) =>
		spec.examples.map((example) => ({
			id: `${tool.name} ${action}: ${example.name}`,
			tool,
			action,
			spec,
			example,
		})),
	),
)
