/** A delivery status notification (RFC 3464), as Postfix writes it; `groups` are of recipients. */
export const deliveryReport = (...groups: string[]): Buffer =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I am sorry to have to inform you that your message could not be delivered.',
      '',
      '--b1',
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      'Arrival-Date: Mon, 23 Nov 2026 08:00:00 +0000 (UTC)',
      '',
      groups.join('\r\n\r\n'),
      '',
      '--b1',
      'Content-Type: message/rfc822',
      '',
      'From: Clinic <rounds@clinic.example>',
      'To: someone@example.com',
      'Subject: A referral',
      '',
      'Final-Recipient: rfc822; quoted@example.com',
      'Action: failed',
      '--b1--',
      '',
    ].join('\r\n'),
  )

/** One recipient of a report. */
export const reported = (
  recipient: string,
  { action = 'failed', status = '5.1.1', diagnostic = 'smtp; 550 5.1.1 No such user' } = {},
): string =>
  [
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.example.net',
    // A folded line (RFC 5322 §2.2.3).
    `Diagnostic-Code: ${diagnostic.replace(' ', '\r\n    ')}`,
  ].join('\r\n')

/** A complaint (ARF, RFC 5965) about a mail with this envelope sender. */
export const complaintReport = (recipient: string, envelopeSender: string): Buffer =>
  Buffer.from(
    [
      'From: <feedback@isp.example>',
      'Subject: FW: A referral',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
      '',
      '--b2',
      'Content-Type: text/plain',
      '',
      'This is an email abuse report.',
      '--b2',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Example/1.0',
      'Version: 1',
      `Original-Mail-From: <${envelopeSender}>`,
      `Original-Rcpt-To: <${recipient}>`,
      '--b2',
      'Content-Type: message/rfc822',
      '',
      `Return-Path: <${envelopeSender}>`,
      'From: Clinic <rounds@clinic.example>',
      'Subject: A referral',
      '',
      'Text',
      '--b2--',
      '',
    ].join('\r\n'),
  )
