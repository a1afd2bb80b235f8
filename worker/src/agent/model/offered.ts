/** The models that an installation can use: the known ones of each configured service, and its defaults. */
import type { Model } from '@fairlead/protocol/models'
import {
	DEMO_MODEL,
	defaultModel,
	type ModelConfig,
	modelName,
	type OwnServices,
	resolveModel,
	SERVICES,
	serviceConfig,
} from './models.ts'
import { modelsOf } from './registry/registry.ts'

/** The default first, then as the registry has them. `own`: services that the person has a key for; `alsoUnusable`: also what needs a key. */
export function offeredModels(
	config: ModelConfig & { readonly MODEL_FACTS?: string },
	own?: OwnServices,
	alsoUnusable = false,
): Model[] {
	const known = modelsOf(config.MODEL_FACTS)
	const first = modelName(defaultModel(config, own))
	const ofServices = known.names.filter((name) => (alsoUnusable || isUsable(name)) && isOwn(name))
	const names = new Set([first, ...ofServices, modelName(DEMO_MODEL)])
	return [...names].map((name) => {
		const { title, windowTokens, maxOutputTokens, price, tools, pictures, ...abilities } =
			known.facts(name)
		const { reasoning, webSearch, efforts } = abilities
		return {
			name,
			title,
			provider: name.slice(0, name.indexOf('/')),
			isDefault: name === first,
			usable: isUsable(name),
			...{ windowTokens, maxOutputTokens, price, tools, pictures, reasoning, webSearch },
			efforts: [...efforts],
		}
	})

	function isUsable(name: string): boolean {
		return resolveModel(config, name, own) !== null
	}

	/** A server at an address of one's own has other models than OpenAI: only what the installation says of it. */
	function isOwn(name: string): boolean {
		const service = SERVICES.find((one) => name.startsWith(`${one}/`))
		if (service !== 'openai') return true
		return !serviceConfig(config, service)?.baseURL || known.own.includes(name)
	}
}
