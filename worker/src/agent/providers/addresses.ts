/** Where each service is, unless the installation names another address. */
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import { baseUrlOf, type ModelConfig } from '../model/models.ts'

export const addressOf = (config: ModelConfig, service: ServiceName): string =>
	baseUrlOf(config, service) || serviceOf(service).address
