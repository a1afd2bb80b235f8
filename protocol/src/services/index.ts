/** The services with models, one file each. The order decides which of several keys is the default. */
import { ANTHROPIC } from './anthropic.ts'
import { DEEPSEEK } from './deepseek.ts'
import { GEMINI } from './gemini.ts'
import { OPENAI } from './openai.ts'
import { OPENROUTER } from './openrouter.ts'
import type { Service } from './service.ts'

const ALL = [ANTHROPIC, OPENAI, GEMINI, OPENROUTER, DEEPSEEK] as const satisfies readonly Service[]

export type ServiceName = (typeof ALL)[number]['name']
export const SERVICES: readonly Service<ServiceName>[] = ALL
export const SERVICE_NAMES: readonly ServiceName[] = ALL.map(({ name }) => name)

export const serviceNamed = (name: string): Service<ServiceName> | undefined =>
	SERVICES.find((service) => service.name === name)

export const serviceOf = (name: ServiceName): Service<ServiceName> =>
	serviceNamed(name) as Service<ServiceName>
