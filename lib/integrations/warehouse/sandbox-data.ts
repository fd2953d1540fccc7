/**
 * The sandbox warehouse: 100,000 invented claims of 8,000 invented patients from 2024 and 2025 with
 * the payers' answers. All values are computed from hashes of row numbers, so every build with the
 * same DuckDB has the same values, including the sums. Money is DECIMAL, dates are DATE.
 */
export const sandboxTables =
  'Tables: claims (claim_id, patient_id, payer_id, provider_id, service_date, submitted_date, ' +
  'procedure_code, diagnosis_code, place_of_service, units, billed_amount, allowed_amount, ' +
  'status), remittances (remittance_id, claim_id, payer_id, check_number, ' +
  'paid_date, paid_amount, patient_responsibility, adjustment_amount, adjustment_reason), ' +
  'patients (patient_id, member_id, first_name, last_name, birth_date, state), ' +
  'payers (payer_id, payer_name, line_of_business), providers (provider_id, provider_name, ' +
  'npi, specialty).'

const list = (values: readonly string[]) =>
  `[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]`

const firstNames = [
  'Ada',
  'Ben',
  'Cleo',
  'Dario',
  'Edith',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kezia',
  'Leo',
  'Mina',
  'Noor',
  'Otis',
  'Priya',
  'Quentin',
  'Rosa',
  'Sami',
  'Tessa',
]
const lastNames = [
  'Abbott',
  'Barrera',
  'Castellan',
  'Dunmore',
  'Ekwueme',
  'Fairweather',
  'Galloway',
  'Hartono',
  'Iversen',
  'Jankovic',
  'Kowalczyk',
  'Lindqvist',
  'Marchetti',
  'Nakagawa',
  'Okonkwo',
  'Petrov',
  'Quinlan',
  'Rosenthal',
  'Santiago',
  'Thornbury',
]
const states = ['CA', 'NY', 'TX', 'FL', 'OH', 'WA', 'IL', 'GA']
const payers = [
  'Northwind Health Plan',
  'Blue Harbor Insurance',
  'Summit Mutual',
  'Prairie Care HMO',
  'Lakeside Medicare Advantage',
  'Cedar Medicaid Managed Care',
  'Union Trust Benefits',
  'Atlas Commercial',
]
const lines = [
  'Commercial',
  'Commercial',
  'Commercial',
  'HMO',
  'Medicare Advantage',
  'Medicaid',
  'Self-funded',
  'Commercial',
]
const specialties = [
  'Medical oncology',
  'Radiation oncology',
  'Radiology',
  'Hematology',
  'Home health',
  'Infusion',
]
/** CPT and HCPCS codes with a usual charge in dollars. */
const procedures = [
  '99213',
  '99214',
  '99215',
  '96413',
  '96415',
  '77385',
  '77263',
  '71260',
  '78815',
  'J9271',
  'J2505',
  'G0299',
]
const charges = [180, 260, 360, 620, 140, 1450, 520, 980, 3200, 9800, 4100, 210]
const diagnoses = ['C50.911', 'C34.90', 'C18.9', 'C61', 'C81.90', 'D64.9', 'Z51.11', 'R91.1']
const reasons = ['CO-45', 'CO-97', 'PR-1', 'PR-2', 'CO-16', 'OA-23']

/** The statements that create the tables, in order. */
export const sandboxSql: readonly string[] = [
  // A value below n, by row number and column. Plain arithmetic and hash(i, salt) failed: their
  // values correlate between columns.
  `CREATE TEMP MACRO pick(i, salt, n) AS CAST(hash(i || '-' || salt) % n AS BIGINT)`,
  `CREATE TABLE payers AS SELECT 'PAY-' || (100 + i) AS payer_id, ${list(payers)}[i + 1] AS payer_name, ${list(lines)}[i + 1] AS line_of_business FROM range(${payers.length}) r(i)`,
  `CREATE TABLE providers AS SELECT 'PRV-' || (1000 + i) AS provider_id, 'Dr. ' || ${list(firstNames)}[pick(i, 1, 20) + 1] || ' ' || ${list(lastNames)}[pick(i, 2, 20) + 1] AS provider_name,
     CAST(1000000000 + pick(i, 3, 400000) * 1000 + i AS VARCHAR) AS npi, ${list(specialties)}[pick(i, 4, 6) + 1] AS specialty FROM range(60) r(i)`,
  `CREATE TABLE patients AS SELECT 'PT-' || (10000 + i) AS patient_id, 'MBR' || (500000 + i) AS member_id, ${list(firstNames)}[pick(i, 5, 20) + 1] AS first_name, ${list(lastNames)}[pick(i, 6, 20) + 1] AS last_name,
     CAST(DATE '1935-01-01' + CAST(pick(i, 7, 27000) AS INTEGER) AS DATE) AS birth_date, ${list(states)}[pick(i, 8, 8) + 1] AS state FROM range(8000) r(i)`,
  `CREATE TABLE claims AS WITH drawn AS (
     SELECT i, pick(i, 11, 12) + 1 AS code, CAST(DATE '2024-01-01' + CAST(pick(i, 12, 731) AS INTEGER) AS DATE) AS served, 1 + pick(i, 13, 3) AS units, 80 + pick(i, 14, 41) AS percent, pick(i, 15, 100) AS fate FROM range(100000) r(i))
   SELECT 'CLM-' || (2000000 + i) AS claim_id, 'PT-' || (10000 + pick(i, 16, 8000)) AS patient_id, 'PAY-' || (100 + pick(i, 17, 8)) AS payer_id, 'PRV-' || (1000 + pick(i, 18, 60)) AS provider_id,
     served AS service_date, CAST(served + CAST(1 + pick(i, 19, 14) AS INTEGER) AS DATE) AS submitted_date, ${list(procedures)}[code] AS procedure_code, ${list(diagnoses)}[pick(i, 20, 8) + 1] AS diagnosis_code,
     CASE WHEN code = 12 THEN '12' WHEN pick(i, 21, 2) = 0 THEN '11' ELSE '22' END AS place_of_service, CAST(units AS INTEGER) AS units,
     CAST(${JSON.stringify(charges)}[code] * units * percent / 100.0 AS DECIMAL(12, 2)) AS billed_amount,
     CAST(${JSON.stringify(charges)}[code] * units * percent * (55 + pick(i, 22, 35)) / 10000.0 AS DECIMAL(12, 2)) AS allowed_amount,
     CASE WHEN fate < 78 THEN 'paid' WHEN fate < 88 THEN 'denied' WHEN fate < 95 THEN 'pending' ELSE 'appealed' END AS status FROM drawn`,
  `CREATE TABLE remittances AS SELECT 'ERA-' || substr(claim_id, 5) AS remittance_id, claim_id, payer_id, 'CHK' || (700000 + i // 25) AS check_number, CAST(submitted_date + CAST(10 + pick(i, 31, 35) AS INTEGER) AS DATE) AS paid_date,
     CASE status WHEN 'paid' THEN CAST(allowed_amount * (70 + pick(i, 32, 31)) / 100.0 AS DECIMAL(12, 2)) ELSE CAST(0 AS DECIMAL(12, 2)) END AS paid_amount,
     CAST(0 AS DECIMAL(12, 2)) AS patient_responsibility, CAST(billed_amount - allowed_amount AS DECIMAL(12, 2)) AS adjustment_amount,
     CASE status WHEN 'paid' THEN 'CO-45' ELSE ${list(reasons)}[pick(i, 33, 6) + 1] END AS adjustment_reason
   FROM (SELECT *, CAST(substr(claim_id, 5) AS BIGINT) - 2000000 AS i FROM claims WHERE status IN ('paid', 'denied'))`,
  `UPDATE remittances SET patient_responsibility = claims.allowed_amount - remittances.paid_amount FROM claims WHERE claims.claim_id = remittances.claim_id AND claims.status = 'paid'`,
  'CHECKPOINT',
]
