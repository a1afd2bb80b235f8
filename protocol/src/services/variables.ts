/** The variables by which an installation sets a service, such as `OPENAI_API_KEY`. */
import { SERVICES, type ServiceName } from './index.ts'

const SETTINGS = ['API_KEY', 'MODEL', 'BASE_URL', 'WEB_SEARCH', 'EFFORT'] as const
type Setting = (typeof SETTINGS)[number]

export type ServiceVariable = `${Uppercase<ServiceName>}_${Setting}`

export const variableOf = (service: ServiceName, setting: Setting): ServiceVariable =>
	`${service.toUpperCase() as Uppercase<ServiceName>}_${setting}`

export const SERVICE_VARIABLES: readonly ServiceVariable[] = SERVICES.flatMap(({ name }) =>
	SETTINGS.map((setting) => variableOf(name, setting)),
)
