/** The address of each service: the service's own, unless the installation names another one. */
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import { baseUrlOf, type ModelConfig } from '../model/models.ts'

export const addressOf = (config: ModelConfig, service: ServiceName): string =>
	baseUrlOf(config, service) || serviceOf(service).address
