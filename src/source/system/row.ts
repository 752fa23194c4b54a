import type { StatedFacts } from "../../hash/internal.js";
import { asStated } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf, loginOf } from "../fields/contacts.js";
import * as field from "../fields/field.js";
import { type PhoneNumberWriting, phoneNumberField } from "../fields/phone-number.js";
import type { HashOrigin, Password } from "../fields/read-password.js";
import { type SecondFactor, secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import type { SocialLogin } from "../fields/social-login.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { type About, type From, from } from "./place.js";

// What functions of systems take and give.
export type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
export type { Likeness, RecordRole, Source } from "../source.js";
export type { Password };

/** What a function makes of the columns that `columns` names, and of no other. */
export function read<T>(columns: string, of: (row: Row, about: About) => T): From<T> {
  return from(columns, (fields, context, about) => of(new Row(fields, context), about));
}

/** An object of an export, whose fields are read by the rules of `fields/field.ts`; faults go to the record's findings. */
export class Row {
  readonly fields: field.Fields;
  readonly context: RecordContext;
  readonly findings: field.Findings;

  constructor(fields: field.Fields, context: RecordContext) {
    this.fields = fields;
    this.context = context;
    this.findings = context.findings;
  }

  of(fields: field.Fields): Row {
    return new Row(fields, this.context);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.fields, name);
  }

  own(name: string): unknown {
    return field.ownField(this.fields, name);
  }

  isSet(name: string): boolean {
    return field.isSetField(this.fields, name);
  }

  text(name: string): string | undefined {
    return field.textField(this.fields, name, this.findings);
  }

  id(name: string): string | undefined {
    return field.idField(this.fields, name, this.findings);
  }

  flag(name: string): boolean {
    return field.flagField(this.fields, name, this.findings);
  }

  optionalFlag(name: string): boolean | undefined {
    return field.optionalFlagField(this.fields, name, this.findings);
  }

  writtenFlag(name: string): boolean | undefined {
    return field.writtenFlagField(this.fields, name, this.findings);
  }

  wholeNumber(name: string, least: number, most: number): number | undefined {
    return field.wholeNumberField(this.fields, name, { least, most }, this.findings);
  }

  email(name: string): string | undefined {
    return field.emailField(this.fields, name, this.findings);
  }

  list(name: string): readonly unknown[] {
    return field.listField(this.fields, name, this.findings);
  }

  /** The objects in a list; anything else in it is passed over. */
  objects(name: string): readonly Row[] {
    return this.list(name)
      .filter(field.isFields)
      .map((fields) => this.of(fields));
  }

  object(name: string): Row | undefined {
    const fields = field.objectField(this.fields, name, this.findings);
    return fields === undefined ? undefined : this.of(fields);
  }

  /** What a field with JSON, as text or nested, holds. */
  json(name: string): unknown {
    return field.jsonTextField(this.fields, name, this.findings);
  }

  /** The object that it holds; undefined for anything else. */
  jsonObject(name: string): Row | undefined {
    const value = this.json(name);
    return field.isFields(value) ? this.of(value) : undefined;
  }

  /** The user's further rows of a kind. */
  parts(name: string): readonly Row[] {
    return this.context.parts(name).map((fields) => this.of(fields));
  }

  emails(name: string, isVerified = false): readonly Contact[] {
    return contactsOf(this.email(name), isVerified);
  }

  phones(name: string, isVerified = false, writing?: PhoneNumberWriting): readonly Contact[] {
    return contactsOf(phoneNumberField(this.fields, name, this.context, writing), isVerified);
  }

  /** A number to log in with, unless it is unconfirmed. */
  confirmedPhones(name: string, isConfirmed: boolean, writing?: PhoneNumberWriting): readonly Contact[] {
    return confirmedPhoneNumber(this.fields, name, isConfirmed, this.context, writing);
  }

  /** A social login of a user with these addresses, verified where its address is a verified one of them. */
  login(
    login: Pick<SocialLogin, "provider" | "userId" | "email" | "field">,
    emails: readonly Contact[],
  ): readonly ThirdPartyLogin[] {
    return loginOf(login, emails, this.context);
  }

  factor(factor: SecondFactor): readonly TotpEnrolment[] {
    return secondFactor(factor, this.context);
  }

  factorNotCarried(name: string): readonly [] {
    secondFactorNotCarried(name, this.context);
    return [];
  }

  hash(hash: string | (() => string | undefined), origin?: HashOrigin): Password | undefined {
    return this.context.password(hash, origin);
  }

  /** A hash of which another field says something; messages name that field. */
  statedHash(
    hash: string | (() => string | undefined),
    stated: StatedFacts | undefined,
    name: string,
  ): Password | undefined {
    const text = () => (typeof hash === "string" ? hash : hash());
    return this.hash(() => asStated(text(), stated ?? {}, name, this.context));
  }

  leaveOut(name: string): void {
    this.findings.leaveOut(name);
  }
}
