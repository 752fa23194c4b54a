package io.supertokens;

public class Main {}
