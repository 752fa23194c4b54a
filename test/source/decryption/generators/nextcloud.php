<?php
// php nextcloud.php, with phpseclib 2 as Debian installs it.
require '/usr/share/php/phpseclib/autoload.php';
use phpseclib\Crypt\AES; use phpseclib\Crypt\Hash;
function mac($m,$p){ $h=new Hash('sha512'); $h->setKey(hash('sha512',$p.'a')); return $h->hash($m); }
$secret='nextcloud-secret'; $plain='JBSWY3DPEHPK3PXP'; $out=[];
// version 3
$km=hash_hkdf('sha512',$secret); $c=new AES(); $c->setPassword(substr($km,0,32)); $iv=random_bytes(16); $c->setIV($iv); $ct=bin2hex($c->encrypt($plain)); $h=bin2hex($iv); $out['3']="$ct|$h|".bin2hex(mac($ct.$h,substr($km,32))).'|3';
// version 2
$c=new AES(); $c->setPassword($secret); $iv=random_bytes(16); $c->setIV($iv); $ct=bin2hex($c->encrypt($plain)); $h=bin2hex($iv); $out['2']="$ct|$h|".bin2hex(mac($ct.$h,$secret)).'|2';
// version 1: iv of 16 printable characters
$c=new AES(); $c->setPassword($secret); $iv='abcdefghijklmnop'; $c->setIV($iv); $ct=bin2hex($c->encrypt($plain)); $out['1']="$ct|$iv|".bin2hex(mac($ct.$iv,$secret));
echo json_encode($out,JSON_PRETTY_PRINT);
