import { z } from 'zod'

export const monitoringVariables = {
  METRICS_PORT: z.coerce
    .number({ error: 'must be a port number from 0 to 65535' })
    .int('must be a port number from 0 to 65535')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65_535, 'must be a port number from 0 to 65535')
    .optional()
    .describe(
      'Port of /metrics for Prometheus, /healthz and /readyz, for workers too. 0 takes a free one. Unset: only /healthz and /readyz of web processes, on PORT.',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on. Metrics need no login: keep it out of reach of the internet.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional()
    .describe('OpenTelemetry collector that traces are sent to, by OTLP over HTTP. Unset: no traces.'),
}
