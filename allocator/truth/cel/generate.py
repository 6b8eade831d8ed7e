#!/usr/bin/env python3
"""Prints random questions for ask-cel: generate.py SEED COUNT < expressions.jsonl

The first line of the input, with driver and devices, is repeated. The expressions are typed, so that
most of them compile; now and then a part has another type, or a character is lost. They use every
library that Kubernetes gives to device expressions, on attributes, capacities and literals that lie
on the edges of what the functions take. The same seed gives the same questions.
"""
import json
import random
import sys

R = random.Random()
SCALARS = ["bool", "int", "uint", "double", "string", "bytes", "duration", "timestamp"]
OWN = ["quantity", "semver", "url", "ip", "cidr", "format"]
D = 'device.attributes["dra.example.com"]'
O = 'device.attributes["other.example.com"]'
C = 'device.capacity["dra.example.com"]'

LITERALS = {
    "bool": ["true", "false"],
    "int": ["0", "1", "2", "-1", "3", "42", "-7", "7", "10", "100", "9223372036854775807", "-9223372036854775808", "0x1F", "-0x10", "1000000", "5", "4", "9007199254740993"],
    "uint": ["0u", "1u", "2u", "42u", "18446744073709551615u", "0xFFu", "9223372036854775808u"],
    "double": ["0.0", "1.0", "-1.5", "2.5", "1e10", "1e-7", "0.1", "1e308", "-0.0", "123456789.125", "3.0", "9223372036854775807.0", ".5", "1e100", "0.30000000000000004"],
    "string": ['""', '"a"', '"abc"', '"fish"', '"héllo"', '"ab,cd,ef"', '"日本語"', '"😀x"', '"a b  c "', r'"\n\t\"\\"', r"'it''s'"[:6], '"1"', '"-7"', '"1.5"', '"true"', '"1Gi"', '"500m"', '"1.2.3"', '"v1.2"', '"10.0.0.1"', '"2001:db8::1"', '"10.0.0.0/8"', '"https://example.com:80/p?k=a&k=b#f"', '"/path?x=1"', '"2024-01-02T03:04:05Z"', '"1h30m"', 'r"\\d+"', '"""tri"ple"""', '"FooBar"', '"dra.example.com"', '"a-b"', '"\\u00e9\\U0001F600"', '"İı"', '"NaN"', '"Infinity"', "'\\x41\\101'", '"  "', '"aaaa"', '"other.example.com"', '"name"'],
    "bytes": ['b""', 'b"abc"', 'b"\\xff\\x00"', 'b"h\\303\\251"', "b'fish'", 'b"日本"'],
    "duration": ['duration("1s")', 'duration("1h30m")', 'duration("-1.5s")', 'duration("0")', 'duration("1ms")', 'duration("100us")', 'duration("2540400h")', 'duration("1.000000001s")', 'duration("24h")'],
    "timestamp": ['timestamp("2024-01-02T03:04:05Z")', 'timestamp("1970-01-01T00:00:00Z")', 'timestamp("2023-12-31T23:59:59.123456789Z")', 'timestamp("0001-01-01T00:00:00Z")', 'timestamp("9999-12-31T23:59:59Z")', 'timestamp("2024-02-29T12:00:00+02:00")', "timestamp(0)", "timestamp(1700000000)"],
    "quantity": ['quantity("1Gi")', 'quantity("500m")', 'quantity("1")', 'quantity("0")', 'quantity("-5")', 'quantity("1e3")', 'quantity("1.5Gi")', 'quantity("100n")', 'quantity("9223372036854775807")', 'quantity("40Gi")', 'quantity("1E")', 'quantity("1000k")', 'quantity("92233720368547758070")'],
    "semver": ['semver("1.2.3")', 'semver("0.0.0")', 'semver("1.2.3-alpha.1+b")', 'semver("2.0.0")', 'semver("1.2.3-alpha.beta")', 'semver("v1.2", true)', 'semver("01.2.3", true)', 'semver("1", true)', 'semver("1.2.3+other")'],
    "url": ['url("https://example.com:80/p?k=a&k=b")', 'url("/path")', 'url("https://user:pw@[::1]:443/a%20b?x=%20")', 'url("http://h")', 'url("mailto:x@y")', 'url("https://example.com/a b/ü")'],
    "ip": ['ip("10.0.0.1")', 'ip("::1")', 'ip("2001:db8::68")', 'ip("127.0.0.1")', 'ip("224.0.0.1")', 'ip("fe80::1")', 'ip("0.0.0.0")', 'ip("255.255.255.255")', 'ip("ff02::1")'],
    "cidr": ['cidr("10.0.0.0/8")', 'cidr("192.168.1.5/24")', 'cidr("2001:db8::/32")', 'cidr("0.0.0.0/0")', 'cidr("::1/128")'],
    "format": ["format.dns1123Label()", "format.uri()", "format.uuid()", "format.date()", "format.datetime()", "format.byte()", "format.labelValue()", "format.qualifiedName()", "format.dns1035LabelPrefix()", "format.dns1123Subdomain()", "format.dns1123LabelPrefix()", "format.dns1123SubdomainPrefix()", "format.dns1035Label()"],
    "null": ["null"],
    "type": ["int", "string", "bool", "type(1)", "list", "map", "double", "uint", "bytes", "null_type", "type", "google.protobuf.Timestamp", "google.protobuf.Duration", "optional_type", "net.IP", "kubernetes.Quantity"],
}
# Texts of which some are well-formed for the function, some not.
TEXTS = {
    "quantity": ["1Gi", "1.5", "abc", "", "1 Gi", "-1", "+1", "1e3", "1E3", "1Ei", ".5", "1.", "10Mi", "0x1", "1K", "1k", "100m", "1u", "1n", "1e-3", "1e30", "99999999999999999999", "0.0000000001", "1e", "--1", "1ki", "001"],
    "semver": ["1.2.3", "1.2", "v1.2.3", "1.2.3-a", "1.2.3-01", "01.2.3", "1.2.3+b.1", "", "1.2.3.4", "1.2.3-", "a.b.c", "1.2.3-a..b", "18446744073709551616.0.0", "1.2.3-é", " 1.2.3"],
    "url": ["https://a.b/c", "http://a.b:80", "/x/y?z", "a.b", "", "https://", "://x", "http://[::1", "http://[::1]:8/", "mailto:a@b", "http://a b/", "//h/p", "http://h:x/", "https://h/%zz", "https://h/%41", "HTTP://H/", "http://a/b#c", "1http://x", "/a b", "http://h?q=1", "http://u:p@h/", "http://h/\\u00e9", "?x", "#f", "*", "http://h:/", "http://h%41/"],
    "ip": ["10.0.0.1", "::1", "1.2.3", "256.1.1.1", "01.2.3.4", "::ffff:1.2.3.4", "fe80::1%eth0", "", "2001:DB8::1", "2001:db8:0:0:0:0:0:1", "1.2.3.4.5", "::", "1::2::3", "::1.2.3.4", "0:0:0:0:0:ffff:102:304", "12345::"],
    "cidr": ["10.0.0.0/8", "10.0.0.1/33", "10.0.0.0", "::/0", "2001:db8::1/64", "1.2.3.4/", "/8", "1.2.3.4/08", "::ffff:1.2.3.4/112", "1.2.3.4/-1", "fe80::1%e/64", "", "10.0.0.0/8 "],
    "int": ["1", "-7", "9223372036854775808", "1.5", "abc", "", "0x10", "+5", " 1", "1e3", "-9223372036854775808", "007", "1_000", "-0"],
    "uint": ["1", "-1", "18446744073709551615", "18446744073709551616", "", "1u", "+1"],
    "double": ["1", "1.5", "-1e400", "NaN", "Inf", "infinity", "-inf", "abc", "", "1e308", "0x1p-2", ".5", "1_0", "1f", "1e5", "+1.5", "nan"],
    "bool": ["true", "false", "TRUE", "True", "tRue", "1", "0", "t", "F", "yes", "", " true"],
    "duration": ["1s", "1h30m", "-1.5s", "1", "", "1.5", "1d", "0", "+1s", "1ns", "1us", "1\\u00b5s", "9223372036854775807ns", "2540401h", "315576000001s", "1h-1m", ".5s", "1.s", "s", "1 s"],
    "timestamp": ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123Z", "2024-13-02T03:04:05Z", "2024-01-02", "", "2024-01-02T03:04:05", "2024-01-02T03:04:05+01:00", "2024-02-30T00:00:00Z", "2024-01-02T24:00:00Z", "2024-01-02t03:04:05z", "0000-01-01T00:00:00Z", "2024-01-02 03:04:05Z", "10000-01-01T00:00:00Z", "2024-01-02T03:04:60Z", "2024-01-02T03:04:05-00:00", "2024-1-2T03:04:05Z", "2024-01-02T3:04:05Z", "2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05.1234567891Z", "2024-01-02T03:04:05+25:00", "1969-12-31T23:59:59Z"],
    "regex": ["a", "^a.*", "[a-z]+", "(", "\\\\d+", "a{2,3}", "(?i)FISH", "[", "a|b", "", "\\\\pL", "\\\\bx", "(?P<n>a)", "(?=a)", "a**", "a{1001}", "x*", "[[:alpha:]]", "\\\\C", "(?<n>a)", "\\\\Qa.b\\\\E", ".", "$", "é", "\\\\x{1F600}", "\\\\1", "a{,2}", "\\\\z"],
    "format": ["abc", "a-b", "-a", "Abc", "", "a.b", "2024-01-02", "2024-01-02T03:04:05Z", "YWJj", "YWI=", "YW", "123e4567-e89b-12d3-a456-426614174000", "https://a.b/c", "/x", "a/b", "a_b", "1a", "a.", "example.com/name", "x--", "é", "2024-02-30", "2024-01-02T03:04:05", "not a uri", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"],
    "zone": ["UTC", "Europe/Berlin", "+01:00", "-02:30", "02:00", "Nowhere", "America/New_York", "", "Local", "Z", "25:00", "Asia/Kolkata"],
    "named": ["uri", "dns1123Label", "nope", "", "uuid", "int32"],
}
NAMED = ["name", "text", "empty", "url", "ip", "cidr", "yes", "no", "n", "neg", "zero", "ver", "pre", "ints", "strs", "bools", "vers", "q", "missing"]
ATTRIBUTES = {
    "string": ["name", "text", "empty", "url", "ip", "cidr", "q"], "bool": ["yes", "no"], "int": ["n", "neg", "zero"],
    "semver": ["ver", "pre"], "list:int": ["ints"], "list:string": ["strs"], "list:bool": ["bools"], "list:semver": ["vers"],
}


def pick(items):
    return items[R.randrange(len(items))]


def chance(p):
    return R.random() < p


class Scope:
    """The variables that are known, each with its type, and how many names were given."""

    def __init__(self, variables=()):
        self.variables = list(variables)

    def with_(self, name, type_):
        return Scope(self.variables + [(name, type_)])

    def fresh(self):
        if chance(0.1):
            return pick(["x", "device", "name", "i", "__result__", "type", "self"])
        return "xyzuvwpqrs"[len(self.variables) % 10] + ("" if len(self.variables) < 10 else str(len(self.variables)))


def text(kind):
    return '"' + pick(TEXTS[kind]) + '"'


def any_type(depth):
    r = R.random()
    if r < 0.6:
        return pick(SCALARS[:5])
    if r < 0.75:
        return pick(SCALARS)
    if r < 0.85:
        return pick(OWN)
    if r < 0.93 or depth < 1:
        return "list:" + pick(SCALARS)
    if r < 0.96:
        return "map:" + pick(["string", "int", "bool", "uint"]) + ":" + pick(SCALARS[:5])
    return "optional:" + pick(SCALARS[:5])


def attribute(type_):
    names = ATTRIBUTES.get(type_)
    if names is None or chance(0.08):
        names = NAMED
    name = pick(names)
    r = R.random()
    if r < 0.8:
        return D + "." + name
    if r < 0.9:
        return D + '["' + name + '"]'
    if type_ == "int" and r < 0.96:
        return O + ".n"
    if type_ == "string" and r < 0.96:
        return pick([O + ".x", "device.driver", "device.driver", 'device.attributes[device.driver].name'])
    return pick(["device.attributes[device.driver]." + name, "device.attributes." + pick(["foo", "`dra.example.com`"]) + "." + name, 'device.attributes["no.such"].' + name, 'dyn(device).attributes["dra.example.com"].' + name])


def gen(type_, depth, scope):
    if chance(0.012):
        type_ = any_type(depth)
    known = [name for name, t in scope.variables if t == type_ or t == "dyn"]
    if known and chance(0.3):
        return pick(known)
    if depth <= 0:
        return leaf(type_, scope)
    r = R.random()
    if r < 0.12:
        return leaf(type_, scope)
    if r < 0.17:
        return f"({gen('bool', depth - 1, scope)} ? {gen(type_, depth - 1, scope)} : {gen(type_, depth - 1, scope)})"
    if r < 0.19:
        return f"dyn({gen(type_, depth - 1, scope)})"
    if r < 0.21:
        name, of = scope.fresh(), any_type(0)
        return f"cel.bind({name}, {gen(of, depth - 1, scope)}, {gen(type_, depth - 1, scope.with_(name, of))})"
    if r < 0.24:
        return optional_value(type_, depth - 1, scope)
    if r < 0.26:
        return f"[{gen(type_, depth - 1, scope)}, {gen(type_, 0, scope)}][{pick(['0', '1', '2', gen('int', 0, scope)])}]"
    if r < 0.275:
        return f"{{{literal('string')}: {gen(type_, depth - 1, scope)}}}[{gen('string', 0, scope)}]"
    if r < 0.285:
        return f"{{'a': {gen(type_, depth - 1, scope)}}}.{pick(['a', 'b', '?a.orValue(' + leaf(type_, scope) + ')', '`a`'])}"
    return call(type_, depth, scope)


def literal(type_):
    if type_ in LITERALS:
        return pick(LITERALS[type_])
    return leaf(type_, Scope())


def leaf(type_, scope):
    if type_ in ATTRIBUTES and chance(0.55):
        return attribute(type_)
    if type_ == "quantity" and chance(0.5):
        return pick([C + ".mem", C + ".cpu", 'device.capacity["other.example.com"].slots', C + ".missing", C + '["mem"]'])
    if type_ == "bool" and chance(0.1):
        return "device.allowMultipleAllocations"
    if type_ == "dyn":
        return attribute(pick(list(ATTRIBUTES)))
    if type_.startswith("list:"):
        of = type_[5:]
        if chance(0.15) and ":" not in of:
            return "[" + leaf(of, scope) + "].filter(q, false)" if chance(0.3) else "[]"
        return "[" + ", ".join(leaf(of, scope) for _ in range(R.randint(1, 4))) + "]"
    if type_.startswith("map:"):
        _, key, value = type_.split(":", 2)
        if chance(0.1):
            return "{}"
        keys = R.sample(LITERALS[key], min(len(LITERALS[key]), R.randint(1, 3)))
        return "{" + ", ".join(k + ": " + leaf(value, scope) for k in keys) + "}"
    if type_.startswith("optional:"):
        of = type_[9:]
        if of in ATTRIBUTES and chance(0.6):
            return pick([D + ".?" + pick(ATTRIBUTES[of] + ["missing"]), D + '[?"' + pick(ATTRIBUTES[of] + ["missing"]) + '"]', 'device.attributes[?"dra.example.com"].' + pick(ATTRIBUTES[of]), 'device.attributes.?other.' + pick(NAMED), 'device.attributes["no.such"].?x', 'device.?attributes'])
        return pick(["optional.none()", f"optional.of({literal(of)})", f"optional.ofNonZeroValue({literal(of)})"])
    if type_ in TEXTS and type_ in SCALARS + OWN and chance(0.25):
        return conversion(type_)
    return literal(type_)


def conversion(type_):
    if type_ == "format":
        return literal("format")
    return f"{type_}({text(type_)})"


def optional_value(type_, depth, scope):
    option = gen("optional:" + type_, depth, scope)
    return pick([f"{option}.orValue({gen(type_, depth, scope)})", f"{option}.value()", f"{option}.or({gen('optional:' + type_, 0, scope)}).value()", f"{option}.optMap({scope.fresh()}, {gen(type_, depth, scope)}).orValue({leaf(type_, scope)})"])


def macro(list_, variable, rest):
    return f"{list_}.{rest}".replace("@", variable)


def comprehension(type_, depth, scope):
    of = pick(SCALARS[:5] + ["semver"])
    name = scope.fresh()
    if chance(0.75):
        range_ = gen("list:" + of, depth - 1, scope)
        inner = scope.with_(name, of)
        two = scope.with_("i", "int").with_(name, of)
    else:
        key = pick(["string", "int"])
        range_ = gen(f"map:{key}:{of}", depth - 1, scope)
        inner = scope.with_(name, key)
        two = scope.with_("k", key).with_(name, of)
        if chance(0.25):
            range_ = D if chance(0.3) else pick([C, "device.capacity", "device.attributes"])
            inner, two = scope.with_(name, "string"), scope.with_("k", "string").with_(name, "dyn")
    first = two.variables[-2][0]
    if type_ == "bool":
        if chance(0.7):
            return f"{range_}.{pick(['all', 'exists', 'exists_one', 'all', 'exists', 'existsOne' if chance(0.1) else 'all'])}({name}, {gen('bool', depth - 1, inner)})"
        return f"{range_}.{pick(['all', 'exists', 'existsOne', 'exists_one' if chance(0.3) else 'all'])}({first}, {name}, {gen('bool', depth - 1, two)})"
    if type_.startswith("list:"):
        target = type_[5:]
        r = R.random()
        if r < 0.3:
            inner = scope.with_(name, target)
            return f"{gen(type_, depth - 1, scope)}.filter({name}, {gen('bool', depth - 1, inner)})"
        if r < 0.6:
            return f"{range_}.map({name}, {gen(target, depth - 1, inner)})"
        if r < 0.75:
            return f"{range_}.map({name}, {gen('bool', depth - 1, inner)}, {gen(target, depth - 1, inner)})"
        if r < 0.9:
            return f"{range_}.transformList({first}, {name}, {gen(target, depth - 1, two)})"
        return f"{range_}.transformList({first}, {name}, {gen('bool', depth - 1, two)}, {gen(target, depth - 1, two)})"
    _, key, value = type_.split(":", 2)
    if chance(0.5):
        return f"{range_}.transformMap({first}, {name}, {gen(value, depth - 1, two)})"
    if chance(0.5):
        return f"{range_}.transformMap({first}, {name}, {gen('bool', depth - 1, two)}, {gen(value, depth - 1, two)})"
    return f"{range_}.transformMapEntry({first}, {name}, {{{gen(key, depth - 1, two)}: {gen(value, depth - 1, two)}}})"


def call(type_, depth, scope):
    def g(t):
        return gen(t, depth - 1, scope)

    def some():
        return g(any_type(depth - 1))

    def number():
        return g(pick(["int", "uint", "double", "int"]))

    def list_():
        return g("list:" + pick(SCALARS))

    if type_ == "bool":
        t = any_type(depth - 1)
        ordered = pick(SCALARS)
        options = [
            lambda: f"{g('bool')} && {g('bool')}", lambda: f"{g('bool')} || {g('bool')}", lambda: f"!{g('bool')}",
            lambda: f"({g('bool')} && {g('bool')}) || {g('bool')}", lambda: f"({g('bool')} || {g('bool')}) && {g('bool')}",
            lambda: f"{g(t)} == {g(t)}", lambda: f"{g(t)} != {g(t)}", lambda: f"{g(t)} == {g(t)}", lambda: f"{g(t)} == {some()}", lambda: f"dyn({g(t)}) == {some()}",
            lambda: f"{g(ordered)} {pick(['<', '<=', '>', '>='])} {g(ordered)}", lambda: f"{number()} {pick(['<', '<=', '>', '>='])} {number()}", lambda: f"{number()} {pick(['==', '!='])} {number()}",
            lambda: f"{g(t)} in [{leaf(t, scope)}, {leaf(t, scope)}]", lambda: f"{g(t)} in {g('list:' + pick(SCALARS))}", lambda: f"{g('string')} in {g('map:string:int')}",
            lambda: f"{g('string')} in {pick([D, C, 'device.attributes', 'device.capacity', O])}", lambda: f"{number()} in {g('list:int')}",
            lambda: f"has({pick([D, O, C, 'device.attributes'])}.{pick(NAMED)})", lambda: f"has({attribute(pick(list(ATTRIBUTES)))}.x)" if chance(0.3) else "has(device.attributes)", lambda: f"has({g('map:string:int')}.a)",
            lambda: f"{g('string')}.startsWith({g('string')})", lambda: f"{g('string')}.endsWith({g('string')})", lambda: f"{g('string')}.contains({g('string')})",
            lambda: f"{g('string')}.matches({text('regex')})", lambda: f"matches({g('string')}, {pick([text('regex'), g('string')])})",
            lambda: comprehension("bool", depth, scope), lambda: comprehension("bool", depth, scope), lambda: comprehension("bool", depth, scope), lambda: comprehension("bool", depth, scope),
            lambda: f"{list_()}.isSorted()", lambda: f"sets.{pick(['contains', 'intersects', 'equivalent'])}({g('list:' + t)}, {g('list:' + t)})" if ":" not in t else g("bool"),
            lambda: f"{pick(['isQuantity', 'isURL', 'isIP', 'isCIDR', 'isSemver', 'ip.isCanonical'])}({pick([g('string'), text(pick(['quantity', 'url', 'ip', 'cidr', 'semver', 'ip']))])})",
            lambda: f"isQuantity({text('quantity')})", lambda: f"isURL({text('url')})", lambda: f"isIP({text('ip')})", lambda: f"isCIDR({text('cidr')})", lambda: f"isSemver({text('semver')}{pick(['', ', true', ', false'])})", lambda: f"ip.isCanonical({text('ip')})",
            lambda: f"{g('quantity')}.{pick(['isGreaterThan', 'isLessThan'])}({g('quantity')})", lambda: f"{g('quantity')}.isInteger()",
            lambda: f"{g('semver')}.{pick(['isGreaterThan', 'isLessThan'])}({g('semver')})",
            lambda: f"{g('ip')}.{pick(['isUnspecified', 'isLoopback', 'isLinkLocalMulticast', 'isLinkLocalUnicast', 'isGlobalUnicast'])}()",
            lambda: f"{g('cidr')}.containsIP({pick([g('ip'), text('ip')])})", lambda: f"{g('cidr')}.containsCIDR({pick([g('cidr'), text('cidr')])})",
            lambda: f"{g('format')}.validate({pick([text('format'), g('string')])}).hasValue()", lambda: f"format.named({text('named')}).hasValue()",
            lambda: f"{g('optional:' + t)}.hasValue()" if ":" not in t else g("bool"), lambda: f"bool({text('bool')})", lambda: f"bool({g('string')})",
            lambda: f"type({g(t)}) == {literal('type')}", lambda: f"{g('null')} == {g('null')}", lambda: f"{attribute('list:' + pick(['int', 'string', 'bool']))}.includes({g(pick(['int', 'string', 'bool']))})",
            lambda: f"{attribute(pick(list(ATTRIBUTES)))}.includes({some()})" if chance(0.5) else f"{list_()}.includes({some()})",
            lambda: f"{g('string')}.{pick(['lowerAscii', 'upperAscii', 'trim'])}() == {g('string')}", lambda: f"{g('list:string')}.join({g('string')}) == {g('string')}",
            lambda: f"{g(t)} == {g(t)} ? {g('bool')} : {g('bool')}",
        ]
    elif type_ == "int":
        options = [
            lambda: f"{g('int')} {pick(['+', '-', '*', '/', '%'])} {g('int')}", lambda: f"({g('int')} {pick(['+', '-', '*', '/', '%'])} {g('int')})", lambda: f"-({g('int')})", lambda: f"-{g('int')}",
            lambda: f"int({text('int')})", lambda: f"int({number()})", lambda: f"int({g('string')})", lambda: f"int({g('timestamp')})", lambda: f"size({some()})", lambda: f"size({g('string')})",
            lambda: f"{g('string')}.size()", lambda: f"{list_()}.size()", lambda: f"{g('map:string:int')}.size()", lambda: f"{pick([D, C, 'device.attributes', O])}.size()", lambda: f"{g('bytes')}.size()",
            lambda: f"{g('string')}.indexOf({g('string')})", lambda: f"{g('string')}.indexOf({g('string')}, {g('int')})", lambda: f"{g('string')}.lastIndexOf({g('string')})", lambda: f"{g('string')}.lastIndexOf({g('string')}, {g('int')})",
            lambda: f"{g('list:int')}.{pick(['sum', 'min', 'max'])}()", lambda: f"{g('list:string')}.{pick(['indexOf', 'lastIndexOf'])}({g('string')})", lambda: f"{list_()}.indexOf({some()})",
            lambda: f"{g('quantity')}.{pick(['asInteger()', 'compareTo(' + g('quantity') + ')'])}", lambda: f"sign({g('quantity')})", lambda: f"{g('quantity')}.sign()" if chance(0.3) else f"{g('quantity')}.compareTo({g('quantity')})",
            lambda: f"{g('semver')}.{pick(['major()', 'minor()', 'patch()', 'compareTo(' + g('semver') + ')'])}", lambda: f"{g('ip')}.family()", lambda: f"{g('cidr')}.prefixLength()",
            lambda: f"{g('timestamp')}.get{pick(['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'])}({pick(['', '', text('zone')])})",
            lambda: f"{g('duration')}.get{pick(['Hours', 'Minutes', 'Seconds', 'Milliseconds'])}()",
        ]
    elif type_ == "uint":
        options = [lambda: f"{g('uint')} {pick(['+', '-', '*', '/', '%'])} {g('uint')}", lambda: f"uint({text('uint')})", lambda: f"uint({number()})", lambda: f"{g('list:uint')}.{pick(['sum', 'min', 'max'])}()"]
    elif type_ == "double":
        options = [lambda: f"{g('double')} {pick(['+', '-', '*', '/'])} {g('double')}", lambda: f"-{g('double')}", lambda: f"double({text('double')})", lambda: f"double({number()})", lambda: f"{g('quantity')}.asApproximateFloat()", lambda: f"{g('list:double')}.{pick(['sum', 'min', 'max'])}()"]
    elif type_ == "string":
        options = [
            lambda: f"{g('string')} + {g('string')}", lambda: f"string({some()})", lambda: f"string({g(pick(SCALARS + ['ip', 'cidr']))})", lambda: f"{g('string')}.charAt({g('int')})",
            lambda: f"{g('string')}.{pick(['lowerAscii', 'upperAscii', 'trim'])}()", lambda: f"{g('string')}.substring({g('int')})", lambda: f"{g('string')}.substring({g('int')}, {g('int')})",
            lambda: f"{g('string')}.replace({g('string')}, {g('string')})", lambda: f"{g('string')}.replace({g('string')}, {g('string')}, {g('int')})", lambda: f"{g('list:string')}.join({pick(['', g('string')])})",
            lambda: f"strings.quote({g('string')})", lambda: f"{pick(FORMATS)}.format([{some()}])", lambda: f"{pick(FORMATS)}.format([{g(pick(['int', 'double', 'string', 'bool', 'bytes']))}])", lambda: f"\"%s %d\".format([{some()}, {g('int')}])",
            lambda: f"{g('string')}.find({text('regex')})", lambda: f"{g('string')}.find({g('string')})", lambda: f"{g('url')}.{pick(['getScheme', 'getHost', 'getHostname', 'getPort', 'getEscapedPath'])}()", lambda: f"{g('list:string')}.{pick(['min', 'max'])}()",
        ]
    elif type_ == "bytes":
        options = [lambda: f"bytes({g('string')})", lambda: f"{g('bytes')} + {g('bytes')}", lambda: f"{g('list:bytes')}.{pick(['min', 'max'])}()"]
    elif type_ == "duration":
        options = [lambda: f"duration({text('duration')})", lambda: f"{g('duration')} {pick(['+', '-'])} {g('duration')}", lambda: f"{g('timestamp')} - {g('timestamp')}", lambda: f"{g('list:duration')}.{pick(['sum', 'min', 'max'])}()", lambda: f"duration({g('string')})"]
    elif type_ == "timestamp":
        options = [lambda: f"timestamp({text('timestamp')})", lambda: f"{g('timestamp')} {pick(['+', '-'])} {g('duration')}", lambda: f"{g('duration')} + {g('timestamp')}", lambda: f"timestamp({g('int')})", lambda: f"timestamp({g('string')})", lambda: f"{g('list:timestamp')}.{pick(['min', 'max'])}()"]
    elif type_ == "quantity":
        options = [lambda: f"quantity({text('quantity')})", lambda: f"{g('quantity')}.{pick(['add', 'sub'])}({g(pick(['quantity', 'int']))})", lambda: f"quantity({g('string')})"]
    elif type_ == "semver":
        options = [lambda: f"semver({text('semver')})", lambda: f"semver({text('semver')}, {pick(['true', 'false', g('bool')])})", lambda: f"semver({g('string')})"]
    elif type_ == "url":
        options = [lambda: f"url({text('url')})", lambda: f"url({g('string')})"]
    elif type_ == "ip":
        options = [lambda: f"ip({text('ip')})", lambda: f"{g('cidr')}.ip()", lambda: f"ip({g('string')})"]
    elif type_ == "cidr":
        options = [lambda: f"cidr({text('cidr')})", lambda: f"{g('cidr')}.masked()", lambda: f"cidr({g('string')})"]
    elif type_ == "format":
        options = [lambda: literal("format"), lambda: f"format.named({text('named')}).value()"]
    elif type_ == "type":
        options = [lambda: f"type({some()})"]
    elif type_ == "dyn":
        options = [lambda: f"dyn({some()})", lambda: attribute(pick(list(ATTRIBUTES)))]
    elif type_.startswith("list:"):
        of = type_[5:]
        options = [
            lambda: "[" + ", ".join(g(of) for _ in range(R.randint(1, 3))) + "]", lambda: f"{g(type_)} + {g(type_)}", lambda: comprehension(type_, depth, scope), lambda: comprehension(type_, depth, scope),
            lambda: f"{g(type_)}.slice({g('int')}, {g('int')})", lambda: f"{g(type_)}.slice({pick(['0', '1'])}, {pick(['1', '2'])})", lambda: f"{g(type_)}.{pick(['distinct', 'reverse', 'sort'])}()", lambda: f"[{g(type_)}, {g(type_)}].flatten({pick(['', '', g('int')])})",
            lambda: sort_by(type_, depth, scope), lambda: f"[{pick(['?', ''])}{g('optional:' + of)}]" if ":" not in of else g(type_),
        ]
        if of == "string":
            options += [lambda: f"{g('string')}.split({g('string')})", lambda: f"{g('string')}.split({g('string')}, {g('int')})", lambda: f"{g('string')}.findAll({text('regex')}{pick(['', ', ' + g('int')])})", lambda: f"{g('url')}.getQuery()[{g('string')}]", lambda: f"{g('format')}.validate({text('format')}).orValue([])"]
        if of == "int":
            options += [lambda: f"lists.range({g('int')})", lambda: f"lists.range({pick(['0', '3', '10'])})"]
    elif type_.startswith("map:"):
        _, key, value = type_.split(":", 2)
        options = [lambda: f"{{{g(key)}: {g(value)}, {g(key)}: {g(value)}}}", lambda: comprehension(type_, depth, scope), lambda: f"{{?{g(key)}: {g('optional:' + value)}}}" if ":" not in value else g(type_)]
    elif type_.startswith("optional:"):
        of = type_[9:]
        name = scope.fresh()
        options = [
            lambda: f"optional.of({g(of)})", lambda: f"optional.ofNonZeroValue({g(of)})", lambda: f"{g(type_)}.or({g(type_)})", lambda: f"{g('list:' + of)}[?{g('int')}]" if ":" not in of else g(of), lambda: f"{g('map:string:' + of)}[?{g('string')}]" if ":" not in of else g(of),
            lambda: f"{g('map:string:' + of)}.?{pick(['a', 'b', 'name'])}" if ":" not in of else g(of), lambda: f"{g(type_)}.optMap({name}, {gen(of, depth - 1, scope.with_(name, of))})", lambda: f"{g(type_)}.optFlatMap({name}, {gen(type_, depth - 1, scope.with_(name, of))})",
            lambda: f"{g('list:' + of)}.{pick(['first', 'last'])}()" if ":" not in of and chance(0.2) else f"optional.of({g(of)})",
        ]
    else:
        options = [lambda: leaf(type_, scope)]
    return pick(options)()


FORMATS = ['"%s"', '"%d"', '"%f"', '"%.2f"', '"%e"', '"%.3e"', '"%b"', '"%x"', '"%X"', '"%o"', '"%%"', '"%s%"', '"%q"', '"x%sy"', '"%.0f"', '"%5d"', '"%.10f"', '"é%s"']


def sort_by(type_, depth, scope):
    name, of = scope.fresh(), type_[5:]
    return f"{gen(type_, depth - 1, scope)}.sortBy({name}, {gen(pick(SCALARS), depth - 1, scope.with_(name, of))})"


def damaged(expression):
    """Loses, doubles or changes something, so that the compiler has to say where."""
    at = R.randrange(len(expression) + 1)
    r = R.random()
    if r < 0.35:
        return expression[:at] + expression[at + 1:]
    if r < 0.7:
        return expression[:at] + pick(list("()[]{}.,?:!+-*/%=<>&|'\"`\\@#$ é\n0ax") + ["in", "&&", "if", "has(", " as ", "0x", "1.", "//c\n", "?."]) + expression[at:]
    if r < 0.85:
        return expression[:at]
    other = R.randrange(len(expression) + 1)
    return expression[:min(at, other)] + expression[max(at, other):]


def loop(depth):
    """A comprehension in comprehensions, which may cost too much."""
    range_ = pick(["[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "lists.range(10)", D + ".ints", 'lists.range(30)', '"abcdefghij".split("")', "lists.range(200)"])
    name = "xyzuvw"[depth]
    if depth == 0:
        return f"{range_}.{pick(['all', 'exists', 'exists_one'])}({name}, {pick(['true', name + ' == ' + name, 'false', name + ' != 5', D + '.name == ' + D + '.name', '[1, 2, 3].map(m, m + 1).size() == 3'])})"
    return f"{range_}.{pick(['all', 'exists', 'exists_one'])}({name}, {loop(depth - 1)})"


def question():
    r = R.random()
    derived = chance(0.04)
    if r < 0.02:
        return loop(R.randint(1, 5)), False
    depth = pick([1, 2, 2, 2, 3, 3, 4])
    target = "bool" if not derived else pick(["bool", "int", "string", "semver", "list:int", "list:string", "double"])
    if chance(0.02):
        target = any_type(2)
    expression = gen(target, depth, Scope())
    if r > 0.92:
        expression = damaged(expression)
    if chance(0.03):
        expression = expression.replace(" && ", "\n  && ").replace(" || ", " ||\n")
    return expression, derived


def main():
    R.seed(int(sys.argv[1]))
    count, seen = int(sys.argv[2]), set()
    print(sys.stdin.readline().strip())
    while len(seen) < count:
        expression, derived = question()
        if len(expression) > 2000 or expression in seen:
            continue
        seen.add(expression)
        line = {"e": expression, "d": "rich" if chance(0.93) else "bare"}
        if derived:
            line["derived"] = True
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main()
