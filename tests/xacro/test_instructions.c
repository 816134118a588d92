/* Conditions and macros of xacro. */
#include "support/expanded.h"
#include "support/folder.h"
#include "support/suite.h"

/* Conditions and macros. */
static const document_outcome macros[] = {
    /* arguments, defaults and blocks are evaluated where a macro of a namespace is called, its body where it is defined
     */
    {"<xacro:property name=\"w\" value=\"1\"/><xacro:include filename=\"a.xacro\" ns=\"s\"/><xacro:s.m k=\"${w}\"/>"
     "<xacro:s.n/><xacro:s.b><r v=\"${w}\"/></xacro:s.b>",
     {"a.xacro", "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:property name=\"w\" value=\"3\"/>"
                 "<xacro:macro name=\"m\" params=\"k\"><q v=\"${k} ${w}\"/></xacro:macro>"
                 "<xacro:macro name=\"n\" params=\"k:=${w}\"><q v=\"${k}\"/></xacro:macro>"
                 "<xacro:macro name=\"b\" params=\"*c\"><xacro:insert_block name=\"c\"/></xacro:macro></robot>"},
     "  <q v=\"1 3\"/>\n  <q v=\"1\"/>\n  <r v=\"1\"/>\n"},
    /* a computed attribute that is no text and counts as false is empty */
    {"<p><xacro:attribute name=\"v\" value=\"${[]}\"/></p>",
     {NULL},
     "robot.xacro:2: warning: <xacro:attribute> 'v' is left empty, as by xacro, for its value counts as false; write "
     "${str(...)} for its text\n  <p v=\"\"/>\n"},
    {"<p><xacro:attribute name=\"v\" value=\"${1.5}\"/><xacro:attribute name=\"w\" value=\"0\"/></p>",
     {NULL},
     "  <p v=\"1.5\" w=\"0\"/>\n"},
    /* what an expression makes has to be XML */
    {"<p v=\"${'%c' % 55296}\"/>",
     {NULL},
     "robot.xacro:2: XML cannot contain half of a surrogate pair, which an expression made"},
    {"<p>${'%c' % 57343}</p>",
     {NULL},
     "robot.xacro:2: XML cannot contain half of a surrogate pair, which an expression made"},
    {"<p v=\"${'%c' % 65535}\"/>",
     {NULL},
     "robot.xacro:2: XML cannot contain the character U+FFFE or U+FFFF, which an expression made"},
    {"<p v=\"${'%c%c%c' % (55295, 57344, 65533)}\"/>", {NULL}, "  <p v=\"\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbd\"/>\n"},
    /* a file that only defines macros */
    {"<xacro:macro name=\"m\" params=\"\"><link/></xacro:macro>",
     {NULL},
     "robot.xacro:1: warning: the file defines the macro 'm' and calls none, so that the robot has no <link>; a file "
     "that "
     "includes this one and calls <xacro:m> is meant\n"},
    {"<xacro:macro name=\"m\" params=\"\"><link/></xacro:macro><link/>", {NULL}, "  <link/>\n"},
    {"<xacro:macro name=\"m\" params=\"\"/><xacro:m/>", {NULL}, ""},
    /* integers beyond 63 bits are exact */
    {"<p v=\"${2**62 + (2**62 - 1)} ${2**64} ${1 &lt;&lt; 70} ${2**-1}\"/>",
     {NULL},
     "  <p v=\"9223372036854775807 18446744073709551616 1180591620717411303424 0.5\"/>\n"},
    {"<xacro:if value=\"1\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"0\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"true\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"false\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"True\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"False\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"TRUE\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition 'TRUE' came to 'TRUE'; expected true, false or a number"},
    {"<xacro:if value=\"${1 &lt; 2}\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"${None}\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"2\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"-1\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"1.5\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition '1.5' came to '1.5'; expected true, false or a number"},
    {"<xacro:if value=\"\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition '' came to ''; expected true, false or a number"},
    {"<xacro:if value=\"x\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition 'x' came to 'x'; expected true, false or a number"},
    {"<xacro:if value=\"${[]}\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"${[1]}\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"${''}\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition '${''}' came to ''; expected true, false or a number"},
    {"<xacro:if value=\"${'a'}\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition '${'a'}' came to 'a'; expected true, false or a number"},
    {"<xacro:if value=\"${1.5}\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"${0.0}\"><p/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\" 1 \"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"0x1\"><p/></xacro:if><q/>",
     {NULL},
     "robot.xacro:2: the condition '0x1' came to '0x1'; expected true, false or a number"},
    {"<xacro:if value=\"1_0\"><p/></xacro:if><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:unless value=\"1\"><p/></xacro:unless><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:unless value=\"0\"><p/></xacro:unless><q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if><p/></xacro:if>",
     {NULL},
     "robot.xacro:2: <xacro:if> has no attribute 'value'; expected <xacro:if value=\"...\">"},
    {"<xacro:unless/>",
     {NULL},
     "robot.xacro:2: <xacro:unless> has no attribute 'value'; expected <xacro:unless value=\"...\">"},
    {"<xacro:if value=\"1\" foo=\"2\"><p/></xacro:if>",
     {NULL},
     "robot.xacro:2: warning: <xacro:if> takes no attribute 'foo'\n  <p/>\n"},
    {"<!-- c -->\n<xacro:if value=\"1\"><p/></xacro:if>\n<q/>", {NULL}, "  <p/>\n  <q/>\n"},
    {"<xacro:if value=\"1\">\n  text\n  <p/>\n</xacro:if>", {NULL}, "  \n  text\n  \n  <p/>\n"},
    {"<xacro:if value=\"1\"><xacro:if value=\"0\"><p/></xacro:if><q/></xacro:if>", {NULL}, "  <q/>\n"},
    {"<xacro:if value=\"0\"><p v=\"${1/0}\"/></xacro:if><q/>", {NULL}, "  <q/>\n"},
    {"<xacro:macro name=\"m\" params=\"a\"><p v=\"${a}\"/></xacro:macro><xacro:m a=\"1\"/><xacro:m a=\"2\"/>",
     {NULL},
     "  <p v=\"1\"/>\n  <p v=\"2\"/>\n"},
    {"<xacro:macro name=\"m\"><p/></xacro:macro><xacro:m/>", {NULL}, "  <p/>\n"},
    {"<xacro:macro params=\"a\"/>",
     {NULL},
     "robot.xacro:2: <xacro:macro> has no attribute 'name'; expected <xacro:macro name=\"...\">"},
    {"<xacro:macro name=\"call\"/>",
     {NULL},
     "robot.xacro:2: a macro cannot have the name 'call', which calls others: <xacro:call macro=\"...\"/>"},
    {"<xacro:macro name=\"a.b\"/>",
     {NULL},
     "robot.xacro:2: the name of the macro 'a.b' has a '.', which is for namespaces"},
    {"<xacro:macro name=\"xacro:m\" params=\"\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: warning: the name of the macro 'xacro:m' needs no xacro: before it\n  <p/>\n"},
    {"<xacro:macro name=\"m\" params=\"\" foo=\"1\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: warning: <xacro:macro> takes no attribute 'foo'\n  <p/>\n"},
    {"<xacro:macro name=\"m\" params=\"a\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter 'a'; write a=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a b\"><p/></xacro:macro><xacro:m a=\"1\" b=\"2\" c=\"3\"/>",
     {NULL},
     "robot.xacro:2: the macro 'm' has no parameter 'c'; its parameters: a b"},
    {"<xacro:macro name=\"m\" params=\"\"><p/></xacro:macro><xacro:m c=\"3\"/>",
     {NULL},
     "robot.xacro:2: the macro 'm' has no parameter 'c'; its parameters: none"},
    {"<xacro:macro name=\"m\" params=\"a:=1\"><p v=\"${a}\"/></xacro:macro><xacro:m/><xacro:m a=\"2\"/>",
     {NULL},
     "  <p v=\"1\"/>\n  <p v=\"2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a=1\"><p v=\"${a}\"/></xacro:macro><xacro:m/><xacro:m a=\"2\"/>",
     {NULL},
     "  <p v=\"1\"/>\n  <p v=\"2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a = 1 b\"><p v=\"${a} ${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"1 3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a :=  1 b\"><p v=\"${a} ${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"1 3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:='x y' b\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"x y|3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=&quot;x y&quot; b:=z\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p v=\"&quot;x y&quot;|z\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=${1 + 2} b\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"3|3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=$(eval 1 + 2) b\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"3|3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=${1}${2} b\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "  <p v=\"12|3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=${1}x b:=y\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p v=\"1x|y\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=${x b\"><p/></xacro:macro><xacro:m b=\"3\"/>",
     {NULL},
     "robot.xacro:2: '${x' has no closing brace"},
    {"<xacro:macro name=\"m\" params=\"a:= b\"><p v=\"${a}\"/></xacro:macro><xacro:m/>", {NULL}, "  <p v=\"b\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=\"><p v=\"${a}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter 'a'; write a=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:=  \"><p v=\"${a}\"/></xacro:macro><xacro:m a=\"1\"/>",
     {NULL},
     "  <p v=\"1\"/>\n"},
    {"<xacro:macro name=\"m\" params=\":=1\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter ':=1'; write :=1=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:='x b\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter 'a:='x'; write a:='x=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:='x'y'z w' b:=2\"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p v=\"x'y'z w|2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"  a\n\tb  \"><p v=\"${a}|${b}\"/></xacro:macro><xacro:m a=\"1\" b=\"2\"/>",
     {NULL},
     "  <p v=\"1|2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:b\"><p/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter 'a:b'; write a:b=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:=^\"><p v=\"${a}\"/></xacro:macro><xacro:property name=\"a\" "
     "value=\"7\"/><xacro:m/>",
     {NULL},
     "  <p v=\"7\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=^\"><p v=\"${a}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' takes its parameter 'a' from the property of this name, which is not defined here; "
     "write a=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:=^|5\"><p v=\"${a}\"/></xacro:macro><xacro:m/><xacro:property name=\"a\" "
     "value=\"7\"/><xacro:m/><xacro:m a=\"9\"/>",
     {NULL},
     "  <p v=\"5\"/>\n  <p v=\"7\"/>\n  <p v=\"9\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=^|\"><p v=\"[${a}]\"/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' takes its parameter 'a' from the property of this name, which is not defined here; "
     "write a=\"...\""},
    {"<xacro:macro name=\"m\" params=\"a:=^|${1 + 1} b:=3\"><p v=\"${a} ${b}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p v=\"2 3\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"pi:=^\"><p v=\"${pi}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: warning: the property 'pi' takes the name of something that xacro has itself\n  <p "
     "v=\"3.141592653589793\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=1 b:=${a}\"><p v=\"${a} ${b}\"/></xacro:macro><xacro:property name=\"a\" "
     "value=\"7\"/><xacro:m/>",
     {NULL},
     "  <p v=\"1 7\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a:=1 b:=${c}\"><p v=\"${a} ${b}\"/></xacro:macro>\n<xacro:m/>",
     {NULL},
     "robot.xacro:3: the property 'c' is not defined here; define it with <xacro:property name=\"c\" .../>"},
    {"<xacro:macro name=\"m\" params=\"a a\"><p v=\"${a}\"/></xacro:macro><xacro:m a=\"1\"/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs its parameter 'a'; write a=\"...\""},
    {"<xacro:macro name=\"m\" params=\"*b\"><q><xacro:insert_block "
     "name=\"b\"/></q></xacro:macro><xacro:m><r/></xacro:m>",
     {NULL},
     "  <q>\n    <r/>\n  </q>\n"},
    {"<xacro:macro name=\"m\" params=\"*b\"><q><xacro:insert_block name=\"b\"/></q></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' needs an element for its block '*b'"},
    {"<xacro:macro name=\"m\" params=\"*b\"><q><xacro:insert_block "
     "name=\"b\"/></q></xacro:macro><xacro:m><r/><s/></xacro:m>",
     {NULL},
     "robot.xacro:2: the macro 'm' has no use for the element <s> in its call"},
    {"<xacro:macro name=\"m\" params=\"*b *c\"><q><xacro:insert_block name=\"c\"/><xacro:insert_block "
     "name=\"b\"/></q></xacro:macro><xacro:m><r/><s/></xacro:m>",
     {NULL},
     "  <q>\n    <s/>\n    <r/>\n  </q>\n"},
    {"<xacro:macro name=\"m\" params=\"**b\"><q><xacro:insert_block "
     "name=\"b\"/></q></xacro:macro><xacro:m><r><s/><t/></r></xacro:m>",
     {NULL},
     "  <q>\n    <s/>\n    <t/>\n  </q>\n"},
    {"<xacro:macro name=\"m\" params=\"**b\"><q><xacro:insert_block "
     "name=\"b\"/></q></xacro:macro><xacro:m><r/></xacro:m>",
     {NULL},
     "  <q/>\n"},
    {"<xacro:macro name=\"m\" params=\"*b\"><xacro:insert_block name=\"b\"/><xacro:insert_block "
     "name=\"b\"/></xacro:macro><xacro:m><r v=\"${1 + 1}\"/></xacro:m>",
     {NULL},
     "  <r v=\"2\"/>\n  <r v=\"2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"*b\"><xacro:insert_block name=\"c\"/></xacro:macro>\n<xacro:m><r/></xacro:m>",
     {NULL},
     "robot.xacro:2: the block 'c' is not defined here; a macro's parameter *c or **c, or a property with elements in "
     "it, defines it; in macro 'm' called from robot.xacro:3"},
    {"<xacro:insert_block/>",
     {NULL},
     "robot.xacro:2: <xacro:insert_block> has no attribute 'name'; expected <xacro:insert_block name=\"...\">"},
    {"<xacro:insert_block name=\"b\" foo=\"1\"/>",
     {NULL},
     "robot.xacro:2: warning: <xacro:insert_block> takes no attribute 'foo'\nrobot.xacro:2: the block 'b' is not "
     "defined here; a macro's parameter *b or **b, or a property with elements in it, defines it"},
    {"<xacro:property name=\"b\" value=\"1\"/><xacro:insert_block name=\"b\"/>",
     {NULL},
     "robot.xacro:2: the block 'b' is not defined here; a macro's parameter *b or **b, or a property with elements in "
     "it, defines it"},
    {"<xacro:property name=\"b\"><u/></xacro:property><xacro:insert_block name=\"b\" foo=\"1\"/>",
     {NULL},
     "robot.xacro:2: warning: <xacro:insert_block> takes no attribute 'foo'\n  <u/>\n"},
    {"<xacro:macro name=\"m\" params=\"x *b\"><xacro:property name=\"x\" value=\"9\"/><xacro:insert_block "
     "name=\"b\"/></xacro:macro><xacro:property name=\"x\" value=\"3\"/><xacro:m x=\"1\"><r v=\"${x}\"/></xacro:m>",
     {NULL},
     "  <r v=\"3\"/>\n"},
    {"<xacro:m/>",
     {NULL},
     "robot.xacro:2: the macro 'm' is not defined here; <xacro:macro name=\"m\"> defines it, in this file or in one "
     "that is included before"},
    {"<xacro:macro name=\"wheel\" params=\"\"/>\n<xacro:whele/>",
     {NULL},
     "robot.xacro:3: the macro 'whele' is not defined here; did you mean 'wheel'?"},
    {"<xacro:macro name=\"m\" params=\"\"><xacro:m/></xacro:macro><xacro:m/>",
     {NULL},
     "robot.xacro:2: elements, macro calls or expressions lie more than 1000 deep in each other, the limit that is "
     "set; does a macro call itself, or a file include itself, without end?; in macro 'm' called from robot.xacro:2, "
     "in macro 'm' called from robot.xacro:2, in macro 'm' called from robot.xacro:2, in macro 'm' called from "
     "robot.xacro:2, in macro 'm' called from robot.xacro:2, ..."},
    {"<xacro:macro name=\"m\" params=\"n\">\n<p n=\"${n}\"/><xacro:if value=\"${n > 0}\"><xacro:m n=\"${n - "
     "1}\"/></xacro:if></xacro:macro><xacro:m n=\"2\"/>",
     {NULL},
     "  <p n=\"2\"/>\n  <p n=\"1\"/>\n  <p n=\"0\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a\">\n<p v=\"${1 / a}\"/></xacro:macro>\n<xacro:macro name=\"n\" "
     "params=\"\">\n<xacro:m a=\"0\"/></xacro:macro>\n<xacro:n/>",
     {NULL},
     "robot.xacro:3: division by zero; in macro 'm' called from robot.xacro:5, in macro 'n' called from robot.xacro:6"},
    {"<xacro:call macro=\"m\"/>",
     {NULL},
     "robot.xacro:2: the macro 'm' is not defined here; <xacro:macro name=\"m\"> defines it, in this file or in one "
     "that is included before"},
    {"<xacro:call/>",
     {NULL},
     "robot.xacro:2: <xacro:call> has no attribute 'macro'; expected <xacro:call macro=\"...\">"},
    {"<xacro:macro name=\"m\" params=\"a\"><p v=\"${a}\"/></xacro:macro><xacro:call macro=\"${'m'}\" a=\"5\"/>",
     {NULL},
     "  <p v=\"5\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"\"><p/></xacro:macro><xacro:macro name=\"m\" "
     "params=\"\"><q/></xacro:macro><xacro:m/>",
     {NULL},
     "  <q/>\n"},
    {"<xacro:macro name=\"m\" params=\"\"><xacro:macro name=\"n\" "
     "params=\"\"><p/></xacro:macro><xacro:n/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p/>\n"},
    {"<xacro:macro name=\"m\" params=\"\"><xacro:macro name=\"n\" "
     "params=\"\"><p/></xacro:macro></xacro:macro><xacro:m/><xacro:n/>",
     {NULL},
     "robot.xacro:2: the macro 'n' is not defined here; <xacro:macro name=\"n\"> defines it, in this file or in one "
     "that is included before"},
    {"<!-- about m -->\n<xacro:macro name=\"m\" params=\"\"><!-- in m --><p/></xacro:macro>\n<!-- call -->\n<xacro:m/>",
     {NULL},
     "  <!-- in m -->\n  <p/>\n"},
    {"<xacro:macro name=\"m\" params=\"\"><p/>text${1}</xacro:macro><xacro:m/>", {NULL}, "  <p/>\n  text1\n"},
    {"<xacro:macro name=\"m\" params=\"a\"><p v=\"${a}\"/></xacro:macro><xacro:m a=\"${[1, 2]}\"/>",
     {NULL},
     "  <p v=\"[1, 2]\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a\"><p v=\"${a + 1}\"/></xacro:macro><xacro:m a=\"1\"/>",
     {NULL},
     "  <p v=\"2\"/>\n"},
    {"<xacro:macro name=\"m\" params=\"a\" xmlns:k=\"urn:k\"><k:p/></xacro:macro><xacro:m a=\"1\"/>",
     {NULL},
     "<robot xmlns:k=\"urn:k\">\n  <k:p/>\n"},
    {"<g xmlns:k=\"urn:a\"><xacro:macro name=\"m\" params=\"\" xmlns:k=\"urn:k\"><k:p/></xacro:macro><xacro:m/></g>",
     {NULL},
     "robot.xacro:2: warning: xmlns:k is 'urn:a' here, but 'urn:k' in the inserted element\n  <g xmlns:k=\"urn:a\">\n  "
     "  "
     "<k:p/>\n  </g>\n"},
    {"<g xmlns:k=\"urn:k\"><xacro:macro name=\"m\" params=\"\" xmlns:k=\"urn:k\"><k:p/></xacro:macro><xacro:m/></g>",
     {NULL},
     "  <g xmlns:k=\"urn:k\">\n    <k:p/>\n  </g>\n"},
    {"<xacro:macro name=\"m\" params=\"\"><xacro:property name=\"sum\" value=\"1\"/><p "
     "v=\"${sum}\"/></xacro:macro><xacro:m/>",
     {NULL},
     "  <p v=\"1\"/>\n"},
    {"<xacro:macro name=\"m0\" params=\"a\"><xacro:m1 a=\"${a}\"/></xacro:macro><xacro:macro name=\"m1\" "
     "params=\"a\"><xacro:m2 a=\"${a}\"/></xacro:macro><xacro:macro name=\"m2\" params=\"a\"><xacro:m3 "
     "a=\"${a}\"/></xacro:macro><xacro:macro name=\"m3\" params=\"a\"><xacro:m4 a=\"${a}\"/></xacro:macro><xacro:macro "
     "name=\"m4\" params=\"a\"><xacro:m5 a=\"${a}\"/></xacro:macro><xacro:macro name=\"m5\" params=\"a\"><xacro:m6 "
     "a=\"${a}\"/></xacro:macro><xacro:macro name=\"m6\" params=\"a\"><xacro:m7 a=\"${a}\"/></xacro:macro><xacro:macro "
     "name=\"m7\" params=\"a\"><p v=\"${1 / a}\"/></xacro:macro>\n<xacro:m0 a=\"0\"/>",
     {NULL},
     "robot.xacro:2: division by zero; in macro 'm7' called from robot.xacro:2, in macro 'm6' called from "
     "robot.xacro:2, in macro 'm5' called from robot.xacro:2, in macro 'm4' called from robot.xacro:2, in macro 'm3' "
     "called from robot.xacro:2, ..."},
    {"<xacro:macro name=\"m\" params=\"a:=1 b c:=2 *d\"><p v=\"${a} ${b} ${c}\"><xacro:insert_block "
     "name=\"d\"/></p></xacro:macro><xacro:m b=\"5\"><e/></xacro:m>",
     {NULL},
     "  <p v=\"1 5 2\">\n    <e/>\n  </p>\n"},
};

START_TEST(macros_are_expanded)
{
    check_documents(macros, sizeof macros / sizeof *macros);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("instructions");
    TCase *tests = add_case(suite, "outcomes", macros_are_expanded);
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    return run_suites(suite, NULL);
}
