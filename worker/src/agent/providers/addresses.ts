/** Where each service is, unless the installation names another address. */
import { baseUrlOf, type ModelConfig, type Service } from '../model/models.ts'

/** As its SDK takes it: Anthropic's without `/v1`. */
const OWN: Readonly<Record<Service, string>> = {
	anthropic: 'https://api.anthropic.com',
	openai: 'https://api.openai.com/v1',
	gemini: 'https://generativelanguage.googleapis.com/v1beta/openai/',
	openrouter: 'https://openrouter.ai/api/v1',
	deepseek: 'https://api.deepseek.com',
}

export const addressOf = (config: ModelConfig, service: Service): string =>
	baseUrlOf(config, service) || OWN[service]
